//! Conditions in the shapes that pages have: glued, torn from their lists, in any order.

use super::{ConditionValue, Parameter, Scope, conditions};
use crate::language::Languages;
use proptest::prelude::*;

/// The conditions of a text as `parameter=value`, with `/each` or `/total` where it says so, each
/// once.
fn found(text: &str) -> Vec<String> {
    let mut all: Vec<String> = Vec::new();
    for condition in conditions(text, Languages::all()) {
        let scope = match condition.scope {
            Scope::Each => "/each",
            Scope::Total => "/total",
            Scope::Unsaid => "",
        };
        let line = format!("{}={}{scope}", condition.parameter, condition.value);
        if !all.contains(&line) {
            all.push(line);
        }
    }
    all
}

fn has(text: &str, expected: &[&str]) {
    let found = found(text);
    for line in expected {
        assert!(found.iter().any(|it| it == line), "{text}: no {line} in {found:?}");
    }
    let names = |line: &str| line.split('=').next().map(str::to_owned);
    for line in &found {
        let is_said = expected.iter().any(|it| names(it) == names(line));
        assert!(!is_said || expected.contains(&line.as_str()), "{text}: {line} is too much");
    }
}

#[test]
fn clients_are_counted_before_and_behind() {
    for text in [
        "n2-standard-16가상 머신 4개",
        "가상 머신 4개에서",
        "4개의 가상 머신",
        "4개를 사용\nn2-standard-16가상 머신",
        "4n2-standard-16 VM",
        "以四部\nn2-standard-16虛擬機器",
        "四個虛擬機器",
        "4 台虚拟机",
        "4 virtual machines",
        "仮想マシン 4 台",
        "4 виртуальных машин",
        "4 máquinas virtuales",
        "vier, das heißt 4 virtuelle Maschinen",
    ] {
        has(text, &["clients=4"]);
    }
    has(
        "NFS 16KiB 순차 4 n2-standard-16 Red Hat 9 VM",
        &["clients=4", "client_type=n2-standard-16"],
    );
    has("each of the clients has 96 GiB", &[]);
}

#[test]
fn names_are_conditions() {
    has(
        "64 KiBRed Hat 9 OS에서 fio, NFSv3",
        &["os=Red Hat Enterprise Linux 9", "tool=fio", "protocol=NFSv3"],
    );
    has("Extreme 儲存空間集區", &["service_level=Extreme"]);
    has("익스트림 서비스 레벨", &["service_level=Extreme"]);
    has("Flex 파일 서비스 수준", &["service_level=Flex File"]);
    has("an extreme case of standard tests", &[]);
    assert_eq!(found("an extreme case"), Vec::<String>::new());
    has("쿨 계층", &["tier=cool"]);
    has("SLOB 도구, D32s_v4", &["tool=slob", "client_type=D32s_v4"]);
}

#[test]
fn blocks_are_told_by_their_word_or_the_pattern() {
    for text in [
        "64KiB 블록 크기 (순차 I/O)",
        "블록 크기 64KiBRHEL 9",
        "區塊大小為 64 KiBWindows 2022",
        "64 KiB sequential",
        "64-KiB sequential",
        "64K 블록 크기",
        "bs=64k, iodepth=32",
        "Block Size=64K",
        "Blockgröße 64 KB",
        "64 KiB 循序",
        "bs=65536",
    ] {
        has(text, &["block_size_bytes=65536"]);
    }
    has("Read, IOPS bs=4k, iodepth=32", &["block_size_bytes=4096", "queue_depth=32"]);
    has(
        "fio -numjobs=1 -iodepth=128 -bs=4K",
        &["jobs=1", "queue_depth=128", "block_size_bytes=4096"],
    );
    has("4K 임의", &["block_size_bytes=4096", "pattern=random"]);
}

#[test]
fn working_sets_are_of_each_or_of_all() {
    has(
        "각 가상 머신에는 작업 세트 48GiB, 총 192GiB",
        &["working_set_bytes=51539607552/each", "working_set_bytes=206158430208/total"],
    );
    has(
        "每部機器的工作集為 2 TiB，總共 8 TiB",
        &["working_set_bytes=2199023255552/each", "working_set_bytes=8796093022208/total"],
    );
    has("a 1 TiB working set", &["working_set_bytes=1099511627776"]);
    has("1-TiB zestaw roboczy", &["working_set_bytes=1099511627776"]);
}

#[test]
fn mount_options_stand_before_or_behind_their_value() {
    has(
        "nconnect마운트 옵션은 8이고 rsize및wsize옵션은 262144",
        &["nconnect=8", "rsize_wsize_bytes=262144"],
    );
    has("以 262144 設定\nrsize和wsize選項", &["rsize_wsize_bytes=262144"]);
    has("rsize=1048576,wsize=1048576,nconnect=16", &["rsize_wsize_bytes=1048576", "nconnect=16"]);
    has("nr_sessions값을 32로", &["nr_sessions=32"]);
    has("RSS 인터페이스별 SMB 연결은 4", &["smb_connections_per_rss_interface=4"]);
    has(
        "클라이언트에 4 값으로 RSS 인터페이스별 SMB 연결",
        &["smb_connections_per_rss_interface=4"],
    );
    has("「每個 RSS 介面的 SMB 連線」為 4", &["smb_connections_per_rss_interface=4"]);
}

#[test]
fn jobs_are_of_each_client_or_of_all() {
    has("각 가상 머신에서 4개의 작업, 총 16개의 작업", &["jobs=4/each", "jobs=16/total"]);
    has("每部虛擬機器上有 4 項工作，總共 16 項工作", &["jobs=4/each", "jobs=16/total"]);
    has("iodepth이 2인 각 머신에서 12개의 작업", &["queue_depth=2", "jobs=12/each"]);
    has("有 12 個工作，且 iodepth 設為 2。", &["queue_depth=2", "jobs=12"]);
    has("16 jobs in total", &["jobs=16/total"]);
}

#[test]
fn volumes_are_counted_and_sized() {
    has("단일 볼륨", &["volumes=1"]);
    has("a single volume", &["volumes=1"]);
    has("ein einzelnes Volume", &["volumes=1"]);
    has("볼륨 4개의 블록 크기 16KiB", &["volumes=4", "block_size_bytes=16384"]);
    has("四個 2 TiB 的磁碟區", &["volumes=4", "volume_bytes=2199023255552"]);
    has(
        "볼륨 크기는 Flex 서비스 수준의 20TiB",
        &["volume_bytes=21990232555520", "service_level=Flex"],
    );
    has(
        "각 볼륨 크기는 20TiB 용량의 스토리지 풀에서 2TiB입니다.",
        &["pool_bytes=21990232555520", "volume_bytes=2199023255552"],
    );
    has(
        "每個磁碟區的大小為 2 TiB，來自容量為 20 TiB 的儲存空間集區",
        &["pool_bytes=21990232555520", "volume_bytes=2199023255552"],
    );
    has(
        "磁碟區大小為 20 TiB，服務水準為 Extreme",
        &["volume_bytes=21990232555520", "service_level=Extreme"],
    );
}

#[test]
fn other_numbers_are_no_conditions() {
    for text in
        ["5,120MiBps 및 160,000IOPS로 설정", "약 400MiB/s", "19.10", "12 Gb/s SAS", "47%", "2.3X"]
    {
        assert_eq!(found(text), Vec::<String>::new(), "{text}");
    }
}

#[test]
fn ranges_are_those_of_the_values() {
    let text = "볼륨 크기는 20TiB";
    let all = conditions(text, Languages::all());
    assert_eq!(&text[all[0].range.clone()], "20TiB");
    assert_eq!(all[0].parameter, Parameter::VolumeSize);
    assert_eq!(all[0].value, ConditionValue::Bytes(20 << 40));
}

proptest! {
    #[test]
    fn no_text_panics(text in "(\\PC|[0-9]{1,4}|n2-standard-8|가상 머신|볼륨|nconnect| rsize |KiB|개의|。){0,24}") {
        for condition in conditions(&text, Languages::all()) {
            prop_assert!(text.get(condition.range).is_some());
        }
    }
}
