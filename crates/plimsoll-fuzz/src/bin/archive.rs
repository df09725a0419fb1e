//! Feeds `plimsoll_fuzz::archive` what libFuzzer comes up with.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| plimsoll_fuzz::archive(bytes));
