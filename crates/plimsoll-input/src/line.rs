//! The line between the walk, which comes to inputs in order, and the caller, who gets them in that order: between
//! them they are read, on as many threads as are allowed.
//!
//! With one thread there is no line: the walk reads what it comes to. With two, the walk has a thread of its
//! own, and the caller's thread reads whatever the caller cannot have yet. What the walk comes to goes
//! into the line in batches; a full line makes the walk read as well. So each thread always has something to do, no
//! more threads than allowed are busy, and what is held in memory has a limit that does not depend on the number of inputs.

use crate::InputOptions;
use crate::account::{Account, Step};
use std::collections::VecDeque;
use std::io;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

/// A batch ends when it has so much to read: enough to make waking a thread cheap, little enough
/// that threads end at the same time.
const BATCH_BYTES: u64 = 64 * 1024;

/// A batch ends when it has so many steps, some of which have no bytes.
const BATCH_STEPS: usize = 32;

/// How much the line holds for each thread, in bytes to read. One step may be greater.
const LINE_BYTES_A_THREAD: u64 = 64 << 20;

/// How many batches the line holds for each thread.
const LINE_BATCHES_A_THREAD: usize = 4;

/// Where the walk puts what it comes to.
pub(crate) enum Out<'o, 'a> {
    /// It is read at once.
    AtOnce(&'o InputOptions<'a>, &'o mut Account<'a>),
    /// It goes into the line.
    Line(&'o Line<'a>, Vec<Step>, u64),
}

impl Out<'_, '_> {
    /// Takes the next step. An error ends the walk.
    pub(crate) fn push(&mut self, step: Step) -> io::Result<()> {
        match self {
            Self::AtOnce(options, account) => account.take(step.run(options)),
            Self::Line(_, batch, bytes) => {
                *bytes += step.weight_bytes();
                batch.push(step);
                if *bytes >= BATCH_BYTES || batch.len() >= BATCH_STEPS {
                    self.flush()
                } else {
                    Ok(())
                }
            }
        }
    }

    /// Lets go of what was taken.
    pub(crate) fn flush(&mut self) -> io::Result<()> {
        match self {
            Self::Line(line, batch, bytes) if !batch.is_empty() => {
                line.push(std::mem::take(batch), std::mem::take(bytes))
            }
            _ => Ok(()),
        }
    }
}

/// Brings everything that a walk comes to into the account, in order.
pub(crate) fn run<'a>(
    options: &'a InputOptions<'a>,
    account: &mut Account<'a>,
    walk: impl FnOnce(Out<'_, 'a>) -> io::Result<()> + Send,
) -> io::Result<()> {
    let threads = options.threads.get();
    if threads == 1 {
        return walk(Out::AtOnce(options, account));
    }
    let line = Line::new(options, threads);
    thread::scope(|scope| {
        scope.spawn(|| line.walk(walk));
        for _ in 2..threads {
            scope.spawn(|| line.read());
        }
        let _alarm = Alarm(&line);
        let result = line.deliver(account);
        line.stop();
        result
    })
}

/// Batches in order, from the one that the caller gets next to the one that the walk came to last.
pub(crate) struct Line<'a> {
    options: &'a InputOptions<'a>,
    most_batches: usize,
    most_bytes: u64,
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default)]
struct State {
    places: VecDeque<Place>,
    /// The number of the first place.
    first: usize,
    /// The numbers of the places that wait to be read.
    waiting: VecDeque<usize>,
    /// What all places hold.
    bytes: u64,
    /// How the walk ended, once it has.
    ended: Option<io::Result<()>>,
    /// Whether nobody wants any more.
    is_stopped: bool,
    waiting_threads: usize,
}

struct Place {
    bytes: u64,
    batch: Batch,
}

enum Batch {
    Waiting(Vec<Step>),
    BeingRead,
    Read(Vec<Step>),
}

/// Stops the line if its thread panics: nobody would get what it was about to do.
struct Alarm<'l, 'a>(&'l Line<'a>);

impl Drop for Alarm<'_, '_> {
    fn drop(&mut self) {
        if thread::panicking() {
            self.0.stop();
        }
    }
}

impl<'a> Line<'a> {
    fn new(options: &'a InputOptions<'a>, threads: usize) -> Self {
        Self {
            options,
            most_batches: LINE_BATCHES_A_THREAD * threads,
            most_bytes: LINE_BYTES_A_THREAD * threads as u64,
            state: Mutex::default(),
            changed: Condvar::new(),
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn wait<'l>(&'l self, mut state: MutexGuard<'l, State>) -> MutexGuard<'l, State> {
        state.waiting_threads += 1;
        let mut state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        state.waiting_threads -= 1;
        state
    }

    /// Wakes who waits for a change. Most often nobody does, and to call the system for each batch would be in vain.
    fn tell(&self, state: &State) {
        if state.waiting_threads > 0 {
            self.changed.notify_all();
        }
    }

    /// Nobody wants any more.
    fn stop(&self) {
        let mut state = self.state();
        state.is_stopped = true;
        self.tell(&state);
    }

    /// The thread of the walk: it reads along when the walk has ended.
    fn walk(&self, walk: impl FnOnce(Out<'_, 'a>) -> io::Result<()>) {
        let _alarm = Alarm(self);
        let result = walk(Out::Line(self, Vec::new(), 0));
        {
            let mut state = self.state();
            state.ended = Some(result);
            self.tell(&state);
        }
        self.read();
    }

    /// Puts a batch at the end, and reads others as long as there is no room.
    fn push(&self, batch: Vec<Step>, bytes: u64) -> io::Result<()> {
        let mut state = self.state();
        loop {
            if state.is_stopped {
                return Err(io::ErrorKind::Interrupted.into());
            }
            let has_room = state.places.len() < self.most_batches
                && state.bytes.saturating_add(bytes) <= self.most_bytes;
            if has_room || state.places.is_empty() {
                state.put(batch, bytes);
                self.tell(&state);
                return Ok(());
            }
            state = self.read_one(state).unwrap_or_else(|state| self.wait(state));
        }
    }

    /// A thread that reads until there is nothing to come.
    fn read(&self) {
        let _alarm = Alarm(self);
        let mut state = self.state();
        while !(state.is_stopped || state.ended.is_some() && state.waiting.is_empty()) {
            state = self.read_one(state).unwrap_or_else(|state| self.wait(state));
        }
    }

    /// The caller's thread: hands over what is next, and reads as long as that is not there yet.
    fn deliver(&self, account: &mut Account<'_>) -> io::Result<()> {
        let mut state = self.state();
        loop {
            if let Some(batch) = state.take_read() {
                self.tell(&state);
                drop(state);
                batch.into_iter().try_for_each(|step| account.take(step))?;
                state = self.state();
            } else if state.is_stopped {
                return Ok(());
            } else if state.places.is_empty()
                && let Some(result) = state.ended.take()
            {
                return result;
            } else {
                state = self.read_one(state).unwrap_or_else(|state| self.wait(state));
            }
        }
    }

    /// Reads the first batch that waits, if there is one.
    fn read_one<'l>(
        &'l self,
        mut state: MutexGuard<'l, State>,
    ) -> Result<MutexGuard<'l, State>, MutexGuard<'l, State>> {
        let Some((number, batch)) = state.take_waiting() else { return Err(state) };
        drop(state);
        let read = batch.into_iter().map(|step| step.run(self.options)).collect();
        let mut state = self.state();
        state.put_read(number, read);
        self.tell(&state);
        Ok(state)
    }
}

impl State {
    fn put(&mut self, batch: Vec<Step>, bytes: u64) {
        self.waiting.push_back(self.first + self.places.len());
        self.places.push_back(Place { bytes, batch: Batch::Waiting(batch) });
        self.bytes += bytes;
    }

    fn take_waiting(&mut self) -> Option<(usize, Vec<Step>)> {
        let number = self.waiting.pop_front()?;
        let place = self.places.get_mut(number - self.first)?;
        match std::mem::replace(&mut place.batch, Batch::BeingRead) {
            Batch::Waiting(batch) => Some((number, batch)),
            other => {
                place.batch = other;
                None
            }
        }
    }

    fn put_read(&mut self, number: usize, batch: Vec<Step>) {
        if let Some(place) = self.places.get_mut(number - self.first) {
            place.batch = Batch::Read(batch);
        }
    }

    /// The first batch, if it was read.
    fn take_read(&mut self) -> Option<Vec<Step>> {
        let first = self.places.pop_front_if(|place| matches!(place.batch, Batch::Read(_)))?;
        self.first += 1;
        self.bytes -= first.bytes;
        match first.batch {
            Batch::Read(batch) => Some(batch),
            Batch::Waiting(_) | Batch::BeingRead => None,
        }
    }
}
