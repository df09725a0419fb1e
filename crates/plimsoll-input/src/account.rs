//! Hands inputs over in order, and counts them.

use crate::finding::looked_for;
use crate::work::{Done, Work};
use crate::{InputOptions, Outcome, ReadInput, Summary};
use plimsoll_schema::{Code, Finding};
use std::io;
use std::sync::Arc;

/// What the walk comes to, in order.
pub(crate) enum Step {
    /// Something to read.
    Work(Work),
    /// Something that was read, or came to its end without.
    Done(Done),
    /// A folder or an archive begins.
    Begin,
    /// The folder or archive that began last ends.
    End(Container),
}

/// A folder or an archive.
pub(crate) struct Container {
    pub(crate) source: Arc<str>,
    pub(crate) is_named: bool,
    /// What is said of one that was found and holds nothing.
    pub(crate) empty: Option<&'static str>,
}

impl Step {
    /// Something of which nothing but a finding is left.
    pub(crate) fn ended(outcome: Outcome, finding: Finding) -> Self {
        Self::input(ReadInput::ended(outcome, finding))
    }

    /// An input that came to its end.
    pub(crate) fn input(input: ReadInput) -> Self {
        Self::Done(Done::of(input))
    }

    /// Reads what is to be read.
    pub(crate) fn run(self, options: &InputOptions<'_>) -> Self {
        match self {
            Self::Work(work) => Self::Done(work.run(options)),
            step => step,
        }
    }

    /// About how much memory it takes, before and after it is read.
    pub(crate) fn weight_bytes(&self) -> u64 {
        match self {
            Self::Work(work) => work.stored_bytes(),
            _ => 0,
        }
    }
}

/// Where inputs go, and what became of them so far.
pub(crate) struct Account<'a> {
    options: &'a InputOptions<'a>,
    each: &'a mut dyn FnMut(ReadInput) -> io::Result<()>,
    summary: Summary,
    /// The summary at the begin of each folder and archive that has not ended.
    begun: Vec<Summary>,
}

impl<'a> Account<'a> {
    pub(crate) fn new(
        options: &'a InputOptions<'a>,
        each: &'a mut dyn FnMut(ReadInput) -> io::Result<()>,
    ) -> Self {
        Self { options, each, summary: Summary::default(), begun: Vec::new() }
    }

    pub(crate) fn summary(&self) -> Summary {
        self.summary
    }

    /// Takes the next step, which has been run.
    pub(crate) fn take(&mut self, step: Step) -> io::Result<()> {
        match step {
            Step::Work(work) => self.take(Step::Done(work.run(self.options))),
            Step::Done(done) => {
                let done = done.handed_over();
                self.summary.hinted += usize::from(done.is_hinted);
                // Readers that stopped while they looked are inputs beside the one that was found.
                self.summary.found += done.inputs.len().saturating_sub(1);
                done.inputs.into_iter().try_for_each(|input| self.emit(input))
            }
            Step::Begin => {
                self.begun.push(self.summary);
                Ok(())
            }
            Step::End(container) => {
                let before = self.begun.pop().unwrap_or_default();
                match self.came_to_nothing(&container, before) {
                    Some((outcome, finding)) => {
                        self.summary.found += 1;
                        self.emit(ReadInput::ended(outcome, finding))
                    }
                    None => Ok(()),
                }
            }
        }
    }

    fn emit(&mut self, input: ReadInput) -> io::Result<()> {
        match input.outcome {
            Outcome::Read => self.summary.read += 1,
            Outcome::Skipped => self.summary.skipped += 1,
            Outcome::Failed => self.summary.failed += 1,
        }
        (self.each)(input)
    }

    /// After a folder or an archive: what there is to say if it held nothing.
    fn came_to_nothing(&self, it: &Container, before: Summary) -> Option<(Outcome, Finding)> {
        if self.summary.read > before.read || self.summary.failed > before.failed {
            return None;
        }
        let source = &*it.source;
        let is_empty = self.summary == before;
        match (it.is_named, is_empty) {
            (true, true) => {
                let finding = Finding::new(Code::InputEmpty, source, "it holds no files");
                Some((Outcome::Failed, finding))
            }
            (true, false) => {
                let message = "no file in it holds a benchmark result that a reader knows";
                let help = looked_for(&self.options.asked().collect::<Vec<_>>());
                let finding = Finding::new(Code::InputUnknown, source, message).with_help(help);
                Some((Outcome::Failed, finding))
            }
            (false, true) => {
                let message = it.empty?;
                Some((Outcome::Skipped, Finding::new(Code::NoResult, source, message)))
            }
            (false, false) => None,
        }
    }
}
