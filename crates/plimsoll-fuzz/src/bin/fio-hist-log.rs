//! Feeds `plimsoll_fuzz::fio_hist_log` what libFuzzer comes up with.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| plimsoll_fuzz::fio_hist_log(bytes));
