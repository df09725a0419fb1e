//! An output directory in the layout of vdbench 5.04.07: one host, one storage definition, and points
//! that `forxxx` loops would give. The numbers are made up; averages are those of the intervals from
//! the second on, as that version has them.

use std::fmt::Write as _;

/// A file of the directory.
pub(crate) struct File {
    pub(crate) name: &'static str,
    pub(crate) bytes: Vec<u8>,
}

const TABLE_HEAD: &str = "
Jan 05, 2026    interval        i/o   MB/sec   bytes   read     resp     read    write     read    write     resp  queue  cpu%  cpu%
                               rate  1024**2     i/o    pct     time     resp     resp      max      max   stddev  depth sys+u   sys
";

/// The table's head comes again after so many intervals.
const INTERVALS_PER_HEAD: usize = 30;

const FLAT_HEAD: &str = "         tod               timestamp Run Interval reqrate rate MB/sec bytes/io read% resp \
    read_resp write_resp resp_max read_max write_max resp_std read_std write_std xfersize threads rdpct \
    rhpct whpct seekpct lunsize version compratio dedupratio queue_depth cpu_used cpu_user cpu_kernel \
    cpu_wait cpu_idle \n";

const BUCKETS_MS: [f64; 12] = [0.02, 0.04, 0.06, 0.08, 0.1, 0.2, 0.4, 0.6, 0.8, 1.0, 2.0, 4.0];

const RUN_DEFINITIONS: [&str; 5] = ["rd_oltp", "rd_mail", "rd_file", "rd_backup", "rd_check"];

/// All files that the reader may look at.
pub(crate) fn output(points: usize, intervals: usize) -> Vec<File> {
    let mut output = Output::begin();
    for number in 0..points {
        output.point(&Point::nth(number), intervals);
    }
    output.end()
}

/// What a run definition asks for at one turn of its loops.
struct Point {
    name: &'static str,
    transfer_kib: u32,
    threads: u32,
    read_percent: u32,
}

impl Point {
    /// Five run definitions, each over transfer sizes, threads and read shares.
    fn nth(number: usize) -> Self {
        let pick = |from: [u32; 4], turn: usize| from[number / turn % 4];
        Self {
            name: RUN_DEFINITIONS[number / 64 % RUN_DEFINITIONS.len()],
            transfer_kib: pick([4, 8, 64, 256], 16),
            threads: pick([1, 8, 32, 128], 4),
            read_percent: pick([100, 70, 50, 0], 1),
        }
    }

    fn loops(&self) -> String {
        let Self { transfer_kib, threads, read_percent, .. } = self;
        format!("xfersize={transfer_kib}k threads={threads} rdpct={read_percent}")
    }

    /// What one interval of a second counts; `noise` is between 0 and 1.
    fn interval(&self, noise: f64) -> Counts {
        let operations = (f64::from(self.threads) * (900.0 + 200.0 * noise)).round();
        let reads = (operations * f64::from(self.read_percent) / 100.0).round();
        let writes = operations - reads;
        let (read_ms, write_ms) = (0.2 + 0.1 * noise, 0.4 + 0.2 * noise);
        let greatest = |count: f64, mean: f64| if count > 0.0 { mean * 20.0 } else { 0.0 };
        Counts {
            intervals: 1.0,
            reads,
            writes,
            read_ms: reads * read_ms,
            write_ms: writes * write_ms,
            squares: 1.5 * (reads * read_ms * read_ms + writes * write_ms * write_ms),
            read_max: greatest(reads, read_ms),
            write_max: greatest(writes, write_ms),
        }
    }
}

/// What was counted in one interval, or in several.
#[derive(Default)]
struct Counts {
    intervals: f64,
    reads: f64,
    writes: f64,
    /// Response times, summed.
    read_ms: f64,
    write_ms: f64,
    /// Their squares, summed.
    squares: f64,
    read_max: f64,
    write_max: f64,
}

impl Counts {
    fn add(&mut self, other: &Self) {
        self.intervals += other.intervals;
        self.reads += other.reads;
        self.writes += other.writes;
        self.read_ms += other.read_ms;
        self.write_ms += other.write_ms;
        self.squares += other.squares;
        self.read_max = self.read_max.max(other.read_max);
        self.write_max = self.write_max.max(other.write_max);
    }

    /// The columns from rate to queue depth, for a transfer size.
    fn columns(&self, transfer_bytes: f64) -> Columns {
        let share = |sum: f64, count: f64| if count > 0.0 { sum / count } else { 0.0 };
        let operations = self.reads + self.writes;
        let rate = operations / self.intervals;
        let response = share(self.read_ms + self.write_ms, operations);
        Columns {
            rate,
            megabytes: rate * transfer_bytes / 1_048_576.0,
            bytes: transfer_bytes,
            read_percent: share(100.0 * self.reads, operations),
            response,
            read_response: share(self.read_ms, self.reads),
            write_response: share(self.write_ms, self.writes),
            read_max: self.read_max,
            write_max: self.write_max,
            deviation: (share(self.squares, operations) - response * response).sqrt(),
            queue_depth: rate * response / 1000.0,
        }
    }
}

/// A row as far as all files have it. Times are in milliseconds.
struct Columns {
    rate: f64,
    megabytes: f64,
    bytes: f64,
    read_percent: f64,
    response: f64,
    read_response: f64,
    write_response: f64,
    read_max: f64,
    write_max: f64,
    deviation: f64,
    queue_depth: f64,
}

impl Columns {
    fn table_row(&self, time: &str, label: &str) -> String {
        format!(
            "{time}{label:>12} {:10.1} {:8.2} {:7} {:6.2} {:8.3} {:8.3} {:8.3} {:8.2} {:8.2} {:8.3} {:6.1}  20.0   5.0\n",
            self.rate,
            self.megabytes,
            self.bytes,
            self.read_percent,
            self.response,
            self.read_response,
            self.write_response,
            self.read_max,
            self.write_max,
            self.deviation,
            self.queue_depth,
        )
    }

    fn flat_row(&self, time: &str, label: &str, point: &Point) -> String {
        let Point { name, threads, read_percent, .. } = point;
        let seconds = &time[..8];
        let deviation = |max: f64| flat(if max > 0.0 { self.deviation } else { 0.0 });
        format!(
            "{time} 01/05/2026-{seconds}-UTC {name} {label} 9999988 {} {} {} {} {} {} {} {} {} {} {} {} {} {} {threads} \
             {read_percent} 0 0 100 100 n/a 1 n/a {} 20 15 5 0 80 \n",
            flat(self.rate),
            flat(self.megabytes),
            self.bytes,
            flat(self.read_percent),
            flat(self.response),
            flat(self.read_response),
            flat(self.write_response),
            flat(self.read_max.max(self.write_max)),
            flat(self.read_max),
            flat(self.write_max),
            flat(self.deviation),
            deviation(self.read_max),
            deviation(self.write_max),
            self.bytes,
            flat(self.queue_depth),
        )
    }
}

/// A number as the flat file writes it: up to four decimals.
fn flat(value: f64) -> String {
    let text = format!("{value:.4}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// What vdbench was asked to do.
fn parameters() -> String {
    let mut text = "\nsd=sd1,lun=/dev/bench0,size=100g\nwd=wd1,sd=sd1,seekpct=100\n".to_owned();
    for name in RUN_DEFINITIONS {
        let _ = writeln!(
            text,
            "rd={name},wd=wd1,iorate=max,elapsed=60,interval=1,forxfersize=(4k,8k,64k,256k),\
             forthreads=(1,8,32,128),forrdpct=(100,70,50,0)"
        );
    }
    text
}

/// The files while they are written.
struct Output {
    /// `summary.html`, `sd1.html` and `localhost.html`, which have the same tables.
    tables: [String; 3],
    totals: String,
    flatfile: String,
    histogram: String,
    status: String,
    /// Milliseconds since midnight.
    clock: u32,
    points: u32,
    /// The state of a linear congruential generator.
    random: u32,
}

fn page(name: &str) -> String {
    format!("<title>Vdbench output/{name}</title><pre>\n")
}

impl Output {
    fn begin() -> Self {
        let mut tables = ["summary.html", "sd1.html", "localhost.html"].map(page);
        tables[0].push_str(
            "Copyright (c) 2000, 2018,\nVdbench summary report, created 00:00:00 Jan 05 2026 UTC (00:00:00 Jan 05 2026 UTC)\n\n",
        );
        Self {
            tables,
            totals: page("totals.html") + "Run totals\n" + TABLE_HEAD,
            flatfile: page("flatfile.html") + "* One word for each column:\n" + FLAT_HEAD,
            histogram: page("histogram.html") + "Total response time histogram.\n\n",
            status: page("status.html") + "* Vdbench status\n\n",
            clock: 0,
            points: 0,
            random: 1,
        }
    }

    fn end(mut self) -> Vec<File> {
        let end = format!("{} Vdbench execution completed successfully\n", self.time());
        self.tables[0].push_str(&end);
        self.tell("Vdbench complete");
        let [summary, sd1, localhost] = self.tables;
        let files = [
            ("flatfile.html", self.flatfile),
            ("histogram.html", self.histogram),
            ("localhost.html", localhost),
            ("logfile.html", page("logfile.html") + "\nVdbench distribution: vdbench50407\n"),
            ("parmfile.html", page("parmfile.html") + &parameters()),
            ("sd1.html", sd1),
            ("status.html", self.status),
            ("summary.html", summary),
            ("totals.html", self.totals),
        ];
        files.map(|(name, text)| File { name, bytes: text.into_bytes() }).into()
    }

    fn point(&mut self, point: &Point, intervals: usize) {
        self.start(point, intervals);
        let transfer_bytes = f64::from(point.transfer_kib * 1024);
        let mut measured = Counts::default();
        for interval in 1..=intervals {
            self.clock += 1000;
            if interval % INTERVALS_PER_HEAD == 1 {
                for table in &mut self.tables {
                    table.push_str(TABLE_HEAD);
                }
            }
            let counts = point.interval(self.noise());
            // The first interval is the warm-up.
            if interval > 1 {
                measured.add(&counts);
            }
            self.row(point, &interval.to_string(), &counts.columns(transfer_bytes));
        }
        let average = measured.columns(transfer_bytes);
        let label = format!("avg_2-{intervals}");
        self.clock += 20;
        self.totals.push_str(&average.table_row(&self.time(), &label));
        self.row(point, &label, &average);
        self.buckets(measured.reads + measured.writes);
        self.tell(&format!("Workload done\trd={}\tFor loops: {}", point.name, point.loops()));
        self.clock += 980;
    }

    /// The lines with which a point begins.
    fn start(&mut self, point: &Point, intervals: usize) {
        self.points += 1;
        let line = format!(
            "<a name=\"_{}\"></a><i><b>{} Starting RD={}; I/O rate: Uncontrolled MAX; elapsed={intervals}; For loops: {}</b></i>\n\n",
            self.points,
            self.time(),
            point.name,
            point.loops()
        );
        let with_tables = self.tables.iter_mut();
        for file in with_tables.chain([&mut self.totals, &mut self.histogram]) {
            file.push_str(&line);
        }
        self.tell(&format!("Starting\trd={}\tFor loops: {}", point.name, point.loops()));
    }

    fn row(&mut self, point: &Point, label: &str, columns: &Columns) {
        let time = self.time();
        let row = columns.table_row(&time, label);
        for table in &mut self.tables {
            table.push_str(&row);
        }
        self.flatfile.push_str(&columns.flat_row(&time, label, point));
    }

    /// A histogram with the same count in each bucket, the rest in the last.
    fn buckets(&mut self, operations: f64) {
        self.histogram.push_str(
            "Reads and writes:\n  min(ms) <     max(ms)         count       %%    cum%%  '+': Individual%; '+-': Cumulative%\n\n",
        );
        let each = (operations / 20.0).floor();
        let (mut from, mut counted) = (0.0, 0.0);
        for to in BUCKETS_MS.map(Some).into_iter().chain([None]) {
            let count = if to.is_some() { each } else { operations - counted };
            counted += count;
            let end = to.map_or_else(|| "max".to_owned(), |to| format!("{to:.3}"));
            let (share, cumulated) = (100.0 * count / operations, 100.0 * counted / operations);
            let _ = writeln!(
                self.histogram,
                "{from:9.3} < {end:>11} {:>13} {share:8.4} {cumulated:8.4}  +",
                grouped(count as u64)
            );
            from = to.unwrap_or(from);
        }
        self.histogram.push_str("\n\n");
    }

    /// A line of the machine-readable status.
    fn tell(&mut self, text: &str) {
        let time = self.time();
        let _ = writeln!(self.status, "01/05/2026-{}-UTC \t{text}", &time[..8]);
    }

    fn time(&self) -> String {
        let (seconds, milliseconds) = (self.clock / 1000, self.clock % 1000);
        let (hours, minutes) = (seconds / 3600, seconds / 60 % 60);
        format!("{hours:02}:{minutes:02}:{:02}.{milliseconds:03}", seconds % 60)
    }

    fn noise(&mut self) -> f64 {
        self.random = self.random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        f64::from(self.random >> 8) / f64::from(1 << 24)
    }
}

/// A count with commas between thousands.
fn grouped(count: u64) -> String {
    let digits = count.to_string();
    let mut text = String::new();
    for (at, digit) in digits.char_indices() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}
