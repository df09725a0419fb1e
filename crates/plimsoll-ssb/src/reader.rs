//! The reader of folders that a run of SSB leaves.

use crate::command::{Command, is_command};
use crate::console::{Console, Test, is_console};
use plimsoll_hoststat::{LogKind, RunContext, give_rows_of_several, recognise};
use plimsoll_read::{
    Bundle, Claim, Confidence, Entry, Format, Listing, Part, ReadError, ReadOptions, Reader, Sink,
    TextForm,
};
use plimsoll_schema::{Code, Finding, Origin, Pattern};
use std::sync::Arc;

/// Reads a console text of SSB with the log of the host that was taken beside it.
#[derive(Debug)]
pub struct Ssb;

static FORMAT: Format = Format {
    name: "ssb",
    title: "run of SSB, NetApp's SQL storage benchmark",
    looks_for: "a folder with SSB's console text and a perfmon, iostat or nfsiostat log, or two snapshots of SQL Server's file statistics",
    origin: Origin::Measured,
};

/// How many users a finding names.
const NAMED: usize = 10;

/// What a file of a run is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Role {
    Console,
    Command,
    Log(LogKind),
}

impl Role {
    fn of(entry: &Entry<'_>) -> Option<Self> {
        if let Some((kind, _)) = recognise(entry) {
            return Some(Self::Log(kind));
        }
        let head = entry.head_text();
        if TextForm::of(&head) != TextForm::Lines {
            return None;
        }
        if is_console(&head) {
            return Some(Self::Console);
        }
        is_command(&head).then_some(Self::Command)
    }
}

impl Reader for Ssb {
    fn format(&self) -> &'static Format {
        &FORMAT
    }

    /// A console text and the logs of its folder are one input. Of several console texts each has the logs whose names
    /// end in the same number (`console-16.txt`, `perfmon-16.csv`).
    fn claim(&self, listing: &Listing<'_>) -> Vec<Claim> {
        let role = |(index, entry): (usize, &Entry<'_>)| Some((index, Role::of(entry)?));
        let files: Vec<(usize, Role)> =
            listing.entries.iter().enumerate().filter_map(role).collect();
        let consoles: Vec<usize> = indices(&files, |role| role == Role::Console).collect();
        let number = |index: usize| last_number(&listing.entries[index].name);
        let claim = |console: &usize| {
            let belongs = |(index, role): &&(usize, Role)| match role {
                Role::Console => index == console,
                Role::Command | Role::Log(_) => {
                    consoles.len() == 1 || number(*index) == number(*console)
                }
            };
            let own: Vec<(usize, Role)> = files.iter().filter(belongs).copied().collect();
            let logs = indices(&own, |role| matches!(role, Role::Log(_))).count();
            let why = match logs {
                0 => return None,
                1 => "it is a console text of SSB with a log of the host".to_owned(),
                count => format!("it is a console text of SSB with {count} logs of the host"),
            };
            let entries = own.iter().map(|(index, _)| *index).collect();
            Some(Claim::on_entries(entries, Confidence::Certain, why))
        };
        let numbers: Vec<_> = consoles.iter().map(|console| number(*console)).collect();
        let are_told_apart = numbers.iter().enumerate().all(|(at, it)| !numbers[..at].contains(it));
        if are_told_apart { consoles.iter().filter_map(claim).collect() } else { Vec::new() }
    }

    fn part(&self, entry: &Entry<'_>) -> Part {
        match Role::of(entry) {
            Some(Role::Console) => Part::Gathers,
            Some(Role::Command | Role::Log(_)) => Part::Joins,
            None => Part::Alone,
        }
    }

    fn hint(&self, entry: &Entry<'_>) -> Option<String> {
        is_console(&entry.head_text()).then(|| {
            "console text of SSB, which prints no rates: the figures are in the log of perfmon, iostat or nfsiostat that \
             was taken beside it, and each console text needs one in a folder of its own"
                .to_owned()
        })
    }

    fn read(
        &self,
        bundle: &Bundle<'_>,
        options: &ReadOptions,
        sink: &mut dyn Sink,
    ) -> Result<(), ReadError> {
        let mut run = None;
        let (mut command, mut logs) = (Command::default(), Vec::new());
        for entry in &bundle.entries {
            match Role::of(entry) {
                Some(Role::Log(kind)) => logs.push((kind, *entry)),
                Some(Role::Command) => {
                    let told = Command::of(entry.text(options)?.as_str());
                    command.interval_s = command.interval_s.or(told.interval_s);
                    command.run_time_s = command.run_time_s.or(told.run_time_s);
                }
                Some(Role::Console) | None => {
                    run.get_or_insert((*entry, Console::of(entry.text(options)?.as_str())));
                }
            }
        }
        let (entry, console) = run.ok_or_else(|| {
            Finding::new(Code::FileMissing, &*bundle.source, "there is no console text of SSB")
        })?;
        if logs.is_empty() {
            let message =
                "SSB prints no rates, and there is no log of the host beside its console text";
            let finding = Finding::new(Code::NothingMeasured, &*entry.source, message);
            return Err(finding
                .with_help("log perfmon, iostat or nfsiostat while SSB runs")
                .into());
        }
        let context = context(bundle, entry, &console, command, sink)?;
        give_rows_of_several(&logs, &context, options, sink)
    }
}

fn indices(
    files: &[(usize, Role)],
    is_meant: impl Fn(Role) -> bool,
) -> impl Iterator<Item = usize> {
    files.iter().filter(move |(_, role)| is_meant(*role)).map(|(index, _)| *index)
}

/// The last number in a name; `None` for one without.
fn last_number(name: &str) -> Option<&str> {
    let end = name.rfind(|it: char| it.is_ascii_digit())? + 1;
    let begin = name[..end].rfind(|it: char| !it.is_ascii_digit()).map_or(0, |at| at + 1);
    name.get(begin..end)
}

/// What console text and command lines tell of the run, with a finding for everything doubtful.
fn context(
    bundle: &Bundle<'_>,
    entry: &Entry<'_>,
    console: &Console,
    command: Command,
    sink: &mut dyn Sink,
) -> Result<RunContext, ReadError> {
    let at = |code, line: usize, message: String| {
        Finding::new(code, &*entry.source, message).at(format!("{} line {line}", entry.name))
    };
    if let [_, second, ..] = console.tests.as_slice() {
        let message = format!(
            "the console text holds {} tests: which samples of the log belong to which cannot be told",
            console.tests.len()
        );
        let finding = at(Code::DocumentNotUnderstood, second.line, message);
        return Err(finding
            .with_help("give each run a folder with its own console text and log")
            .into());
    }
    let test = console.tests.first().copied();
    let mut context = RunContext::alone(Arc::clone(&bundle.source), "ssb");
    context.has_several_files = true;
    context.is_workload_of_tool = true;
    context.interval_s = command.interval_s;
    context.run_time_s = test.and_then(|test| test.run_time_s).or(command.run_time_s);
    context.identity.pattern = Some(Pattern::Random);
    context.identity.jobs = Some(console.started.len() as u64).filter(|users| *users > 0);
    context.identity.read_percent = test.and_then(|test| test.effective_read_percent());
    let findings = [
        context.run_time_s.is_none().then(|| {
            let message = "neither the console text nor a command line says how long the run was to take";
            at(Code::RunWindowUnclear, 1, message.to_owned())
        }),
        test.and_then(|test| Some(at(Code::ReadShareCut, test.line, cut_share(test)?))),
        lost_users(console).map(|message| {
            at(Code::UsersNotStopped, test.map_or(1, |test| test.line), message)
        }),
        console.first_message.map(|line| {
            let lines = if console.messages == 1 { "line is" } else { "lines are" };
            let message = format!(
                "{} {lines} no output of a regular run; they are errors of the database or its driver",
                console.messages
            );
            at(Code::ToolMessage, line, message)
        }),
    ];
    context.findings =
        findings.into_iter().flatten().map(|finding| sink.finding(finding)).collect();
    Ok(context)
}

fn cut_share(test: Test) -> Option<String> {
    let (asked, effective) = (test.read_percent?, test.effective_read_percent()?);
    (asked - effective > 0.0).then(|| {
        format!("{asked} % reads were asked for; SSB cuts the share to tens, so that it acted as {effective} %")
    })
}

fn lost_users(console: &Console) -> Option<String> {
    let lost = console.lost();
    if lost.is_empty() {
        return None;
    }
    let named: Vec<String> = lost.iter().take(NAMED).map(ToString::to_string).collect();
    let more = lost.len() - named.len();
    let more = if more == 0 { String::new() } else { format!(" and {more} more") };
    let (started, users) = (console.started.len(), if lost.len() == 1 { "user" } else { "users" });
    Some(format!("of {started} users, {users} {}{more} never stopped", named.join(", ")))
}

#[cfg(test)]
mod tests {
    use super::last_number;

    #[test]
    fn files_of_a_run_share_their_last_number() {
        assert_eq!(last_number("console-16.txt"), Some("16"));
        assert_eq!(last_number("3sb_8users_perfmon_16.csv"), Some("16"));
        assert_eq!(last_number("iostat.out.128"), Some("128"));
        assert_eq!(last_number("console.txt"), None);
    }
}
