"""The date of an event, from the clause that tells of it."""

from datetime import datetime

import pytest

from omem_cli.understanding.ground import Evidence
from omem_cli.understanding.understander import event_date


@pytest.mark.parametrize(
    ("text", "said", "event", "date"),
    [
        (
            "Christmas market on Saturday 5 December at 5?",
            "2026-11-28",
            "Christmas market on Saturday",
            "2026-12-05",
        ),
        (
            "Got an interview at Hargreaves & Boll, an accountancy firm in Bath, on 3 February",
            "2026-01-22",
            "Got an interview at Hargreaves & Boll",
            "2026-02-03",
        ),
        ("今天正式提了离职，最后工作日是二月底", "2026-01-20", "最后工作日是二月底", "2026-02"),
        ("I got tickets for Coldplay on 14 June", "2026-02-01", "got tickets for Coldplay", "2026-06-14"),
        (
            "We got a dentist appointment for Mina on 5 March",
            "2026-01-20",
            "got a dentist appointment for Mina",
            "2026-03-05",
        ),
        ("got the keys on 3 February", "2026-03-22", "got the keys", "2026-02-03"),
        ("Easter egg hunt on 12 April at the farm", "2026-03-01", "Easter egg hunt", "2026-04-12"),
        ("I had an interview on 3 December", "2026-01-22", "had an interview", "2025-12-03"),
        ("抢到了五月三号的演唱会门票", "2026-03-20", "抢到了五月三号的演唱会门票", "2026-05-03"),
        ("圣诞市集12月5号开", "2026-11-28", "圣诞市集12月5号开", "2026-12-05"),
        ("十二月买了车", "2026-01-20", "十二月买了车", "2025-12"),
        ("拿到面试了，二月三号", "2026-01-22", "拿到面试了", "2026-02-03"),
        ("Halloween party on 30 October", "2026-10-10", "Halloween party", "2026-10-30"),
        ("Christmas party at work on 12/12", "2026-11-28", "Christmas party at work", "2026-12-12"),
        ("Christmas was good, back on 3 January", "2025-12-28", "Christmas was good", "2025-12-25"),
        (
            "They gave me an appointment at the clinic on 9 September",
            "2026-02-22",
            "gave me an appointment at the clinic",
            "2026-09-09",
        ),
        (
            "I was offered a second interview on 20 May",
            "2026-02-22",
            "offered a second interview",
            "2026-05-20",
        ),
        ("昨天交了定金，婚礼定在六月六号", "2026-01-22", "婚礼定在六月六号", "2026-06-06"),
        (
            "We got engaged on Christmas Eve and marry on 5 June",
            "2026-01-05",
            "got engaged on Christmas Eve",
            "2025-12-24",
        ),
        ("中秋晚会9月20号", "2026-09-10", "中秋晚会", "2026-09-20"),
        ("I lost my keys on 3 May", "2026-01-20", "lost my keys", "2025-05-03"),
        ("Dad died on 20 February", "2026-01-22", "Dad died", "2025-02-20"),
    ],
)
def test_the_date_of_an_event(text: str, said: str, event: str, date: str) -> None:
    start = text.index(event)
    when = datetime.fromisoformat(f"{said}T10:00:00+00:00")
    assert event_date(Evidence.of(text), (start, start + len(event)), when) == date
