//! Ctrl-C: what has come to its end is kept, and it is said what that is.

use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;
use std::fmt;
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Whether the user asked to stop.
pub(super) struct Stop(Arc<AtomicBool>);

/// The run ends because the user asked for it.
#[derive(Debug)]
pub(super) struct Stopped;

impl fmt::Display for Stopped {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("stopped")
    }
}

impl std::error::Error for Stopped {}

impl Stop {
    /// Watches for Ctrl-C from now on. A second one ends the process at once, as it would without.
    pub(super) fn watch() -> io::Result<Self> {
        let asked = Arc::new(AtomicBool::new(false));
        for signal in [SIGINT, SIGTERM] {
            flag::register_conditional_default(signal, Arc::clone(&asked))?;
            flag::register(signal, Arc::clone(&asked))?;
        }
        Ok(Self(asked))
    }

    /// An error after the user asked, which ends the run.
    pub(super) fn check(&self) -> io::Result<()> {
        if self.0.load(Ordering::Relaxed) { Err(io::Error::other(Stopped)) } else { Ok(()) }
    }
}

/// Whether an error is that of [`Stop::check`].
pub(super) fn is_stopped(error: &io::Error) -> bool {
    error.get_ref().and_then(|inner| inner.downcast_ref::<Stopped>()).is_some()
}
