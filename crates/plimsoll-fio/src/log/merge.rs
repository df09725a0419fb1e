//! Windows of several logs, put together by time.
//!
//! Each log is read window by window; windows of the same time become one. So memory holds a few windows
//! of each log, however long the logs are. Logs are shared out to threads, which read ahead of the one
//! that puts windows together: a single log is read by one thread and measured by another. Windows are handed over in
//! batches: to wake a thread costs as much as many of them.

use plimsoll_read::ReadError;
use std::num::NonZero;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread;
use std::vec;

/// Windows wait in so many batches to be put together, or fewer where there are fewer windows.
const BATCHES: usize = 4;

/// Which window.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Slot {
    /// How often times began anew before.
    pub(crate) stretch: u32,
    /// Its number from the begin of the run.
    pub(crate) window: u64,
}

/// A log that gives its windows in order.
pub(crate) trait Windowed {
    /// A window.
    type Window: Send;
    /// What is left to say at the end.
    type Ended: Send;

    /// How many windows of a thread wait at most, but for the batches that are made and taken: few where they are
    /// great, many where handing one over takes longer than reading it.
    const AHEAD: usize;

    /// The next window; each slot comes once, in order.
    fn next(&mut self) -> Result<Option<(Slot, Self::Window)>, ReadError>;

    /// Adds a window of another log.
    fn merge(window: &mut Self::Window, other: Self::Window);

    /// What is left to say, after the last window.
    fn end(self) -> Self::Ended;
}

/// Reads logs, and hands over their windows, put together, in order. Gives what is left to say of each
/// log, in their order.
pub(crate) fn merged<'l, L, S>(
    logs: &'l [L],
    open: impl Fn(&'l L) -> Result<S, ReadError> + Sync,
    mut each: impl FnMut(Slot, S::Window),
) -> Result<Vec<S::Ended>, ReadError>
where
    L: Sync,
    S: Windowed,
{
    let threads =
        thread::available_parallelism().map_or(1, NonZero::get).clamp(1, logs.len().max(1));
    let open = &open;
    thread::scope(|scope| {
        let (receivers, workers): (Vec<_>, Vec<_>) = (0..threads)
            .map(|number| {
                let (sender, receiver) = sync_channel(S::AHEAD.min(BATCHES));
                let own = logs.iter().skip(number).step_by(threads);
                (
                    receiver,
                    scope.spawn(move || read(own.map(open).collect::<Result<_, _>>()?, &sender)),
                )
            })
            .unzip();
        let mut threads_ahead: Vec<Ahead<S::Window>> =
            receivers.into_iter().map(Ahead::of).collect();
        together(&mut threads_ahead, S::merge, &mut each);
        let mut ended = Vec::new();
        for worker in workers {
            let own = match worker.join() {
                Ok(own) => own?,
                Err(panic) => std::panic::resume_unwind(panic),
            };
            ended.push(own.into_iter());
        }
        // They were dealt out one by one.
        Ok((0..logs.len()).filter_map(|number| ended[number % threads].next()).collect())
    })
}

/// Reads the logs of one thread.
fn read<S: Windowed>(
    mut logs: Vec<S>,
    sender: &SyncSender<Batch<S::Window>>,
) -> Result<Vec<S::Ended>, ReadError> {
    let most = S::AHEAD.div_ceil(BATCHES);
    let mut batch = Vec::with_capacity(most);
    let mut heads = Vec::with_capacity(logs.len());
    for log in &mut logs {
        heads.push(log.next()?);
    }
    while let Some(slot) = heads.iter().flatten().map(|(slot, _)| *slot).min() {
        let mut window: Option<S::Window> = None;
        for (head, log) in heads.iter_mut().zip(&mut logs) {
            if head.as_ref().is_none_or(|(own, _)| *own != slot) {
                continue;
            }
            let next = log.next()?;
            if let Some((_, own)) = std::mem::replace(head, next) {
                window = Some(joined(window, own, S::merge));
            }
        }
        batch.extend(window.map(|window| (slot, window)));
        if batch.len() >= most {
            let batch = std::mem::replace(&mut batch, Vec::with_capacity(most));
            // Where nobody listens any more, another thread has failed.
            if sender.send(batch).is_err() {
                break;
            }
        }
    }
    let _ = sender.send(batch);
    Ok(logs.into_iter().map(S::end).collect())
}

/// Windows that are handed over together, in order.
type Batch<W> = Vec<(Slot, W)>;

/// A thread that reads ahead, and its next windows.
struct Ahead<W> {
    receiver: Receiver<Batch<W>>,
    next: Option<(Slot, W)>,
    after_it: vec::IntoIter<(Slot, W)>,
}

impl<W> Ahead<W> {
    fn of(receiver: Receiver<Batch<W>>) -> Self {
        let mut ahead = Self { receiver, next: None, after_it: Vec::new().into_iter() };
        ahead.go_on();
        ahead
    }

    /// Waits for the window after the next, if there is one.
    fn go_on(&mut self) {
        self.next = self.after_it.next();
        while self.next.is_none()
            && let Ok(batch) = self.receiver.recv()
        {
            self.after_it = batch.into_iter();
            self.next = self.after_it.next();
        }
    }
}

/// Hands over the windows of all threads, put together.
fn together<W>(
    threads: &mut [Ahead<W>],
    merge: impl Fn(&mut W, W) + Copy,
    each: &mut impl FnMut(Slot, W),
) {
    let first = |threads: &[Ahead<W>]| {
        threads.iter().filter_map(|thread| Some(thread.next.as_ref()?.0)).min()
    };
    while let Some(slot) = first(threads) {
        let mut window: Option<W> = None;
        for thread in threads.iter_mut() {
            if let Some((_, own)) = thread.next.take_if(|(own, _)| *own == slot) {
                window = Some(joined(window, own, merge));
                thread.go_on();
            }
        }
        if let Some(window) = window {
            each(slot, window);
        }
    }
}

fn joined<W>(window: Option<W>, other: W, merge: impl Fn(&mut W, W)) -> W {
    match window {
        None => other,
        Some(mut window) => {
            merge(&mut window, other);
            window
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Slot, Windowed, merged};
    use plimsoll_read::ReadError;
    use plimsoll_schema::{Code, Finding};
    use proptest::prelude::*;
    use std::collections::BTreeMap;

    /// Windows of one number each; `None` cannot be read.
    struct Listed(std::vec::IntoIter<Option<(u64, u64)>>, u64);

    impl Windowed for Listed {
        type Window = u64;
        type Ended = u64;

        const AHEAD: usize = 9;

        fn next(&mut self) -> Result<Option<(Slot, u64)>, ReadError> {
            match self.0.next() {
                None => Ok(None),
                Some(None) => {
                    Err(Finding::new(Code::InputUnreadable, "log", "it ends here").into())
                }
                Some(Some((window, value))) => {
                    self.1 += 1;
                    Ok(Some((Slot { stretch: 0, window }, value)))
                }
            }
        }

        fn merge(window: &mut u64, other: u64) {
            *window += other;
        }

        fn end(self) -> u64 {
            self.1
        }
    }

    type Log = Vec<Option<(u64, u64)>>;

    fn read(logs: &[Log]) -> Result<(BTreeMap<u64, u64>, Vec<u64>), ReadError> {
        let mut windows = BTreeMap::new();
        let open = |log: &Log| Ok(Listed(log.clone().into_iter(), 0));
        let ended = merged(logs, open, |slot: Slot, value: u64| {
            assert_eq!(windows.insert(slot.window, value), None, "each slot once");
        })?;
        Ok((windows, ended))
    }

    #[test]
    fn an_error_in_one_log_ends_all() {
        let good: Log = (0..100).map(|window| Some((window, 1))).collect();
        let bad: Log = vec![Some((0, 1)), None];
        assert!(read(&[good.clone(), bad, good.clone()]).is_err());
        assert_eq!(read(&[]).expect("nothing").0.len(), 0);
        assert_eq!(read(&[good]).expect("a log").1, [100]);
    }

    proptest! {
        #[test]
        fn windows_of_one_time_are_put_together(logs in proptest::collection::vec(proptest::collection::btree_map(0u64..30, 0u64..1000, 0..20), 0..7)) {
            let mut expected = BTreeMap::new();
            for (window, value) in logs.iter().flatten() {
                *expected.entry(*window).or_insert(0) += value;
            }
            let lengths: Vec<u64> = logs.iter().map(|log| log.len() as u64).collect();
            let logs: Vec<Log> = logs.into_iter().map(|log| log.into_iter().map(Some).collect()).collect();
            let (windows, ended) = read(&logs).expect("whole logs");
            prop_assert_eq!(windows, expected);
            prop_assert_eq!(ended, lengths);
        }
    }
}
