"""The texts that release 0.1 stored in the language of the writer, as its catalogues had them. They never change."""

from __future__ import annotations

import re
from collections.abc import Iterable

from engine.sentences import Sentence

Texts = tuple[tuple[str, ...], ...]
"""Rows of one text in English, Japanese, simplified and traditional Chinese."""

RESULT = (
    (
        "Version %(number)s counts now.",
        "第%(number)s版が有効になりました。",
        "现以第 %(number)s 版为准。",
        "現以第 %(number)s 版為準。",
    ),
)

LEDGER = (
    (
        "Payments of %(ruling)s",
        "%(ruling)sの支払い",
        "%(ruling)s的付分",
        "%(ruling)s的付分",
    ),
    (
        "Superseded: %(reason)s",
        "置き換え済み：%(reason)s",
        "已被取代：%(reason)s",
        "已被取代：%(reason)s",
    ),
    (
        "Line added: %(reason)s",
        "行を追加：%(reason)s",
        "已添加条目：%(reason)s",
        "已新增條目：%(reason)s",
    ),
    (
        "Line voided: %(reason)s",
        "行を取り消し：%(reason)s",
        "已作废条目：%(reason)s",
        "已作廢條目：%(reason)s",
    ),
    (
        "Penalty of the imported event",
        "取り込んだ大会のペナルティ",
        "导入赛事的处罚",
        "匯入賽事的處罰",
    ),
    (
        "Session lost",
        "回戦を失う",
        "本场判负",
        "本場判負",
    ),
    (
        "A substitute plays",
        "代走が打つ",
        "由替补上场",
        "由替補上場",
    ),
    (
        "Disqualified",
        "失格",
        "取消资格",
        "取消資格",
    ),
)

SEATING = (
    (
        "%(name)s is back",
        "%(name)sが復帰しました",
        "%(name)s已恢复参赛",
        "%(name)s已恢復參賽",
    ),
    (
        "substitute for %(name)s",
        "%(name)sの代走",
        "%(name)s的替补",
        "%(name)s的替補",
    ),
)

BOARDS = (
    (
        "Added up from the boards",
        "ボードの得点を合計",
        "由各牌副相加",
        "由各牌副相加",
    ),
    (
        "The log does not begin or go on as this board was dealt.",
        "牌譜の開始または経過がこのボードの配牌と一致しません。",
        "牌谱的开局或过程与本牌副的发牌不符。",
        "牌譜的開局或過程與本牌副的發牌不符。",
    ),
    (
        "%(wind)s: the log begins with another hand than the dealt one.",
        "%(wind)s：牌譜の最初の手牌が配られたものと異なります。",
        "%(wind)s：牌谱起手与发牌不符。",
        "%(wind)s：牌譜起手與發牌不符。",
    ),
    (
        "%(wind)s: draw %(draw)s of the log is not the dealt tile.",
        "%(wind)s：牌譜の%(draw)s番目のツモが配牌と異なります。",
        "%(wind)s：牌谱中第 %(draw)s 次摸牌与发牌不符。",
        "%(wind)s：牌譜中第 %(draw)s 次摸牌與發牌不符。",
    ),
    (
        "%(wind)s: %(at)s tiles left are more than the wall had.",
        "%(wind)s：残り%(at)s枚は、牌山にあった枚数より多くなっています。",
        "%(wind)s：剩余 %(at)s 张多于牌墙原有张数。",
        "%(wind)s：剩餘 %(at)s 張多於牌牆原有張數。",
    ),
    (
        "%(wind)s: %(at)s tiles were typed, another number is said to be left.",
        "%(wind)s：入力は%(at)s枚ですが、残り枚数の記載と異なります。",
        "%(wind)s：输入了 %(at)s 张，与所填剩余张数不符。",
        "%(wind)s：輸入了 %(at)s 張，與所填剩餘張數不符。",
    ),
    (
        "%(wind)s: tile %(at)s of the wall is not %(tile)s in the deal.",
        "%(wind)s：牌山の%(at)s枚目は、配牌では%(tile)sではありません。",
        "%(wind)s：按发牌，牌墙第 %(at)s 张不是 %(tile)s。",
        "%(wind)s：按發牌，牌牆第 %(at)s 張不是 %(tile)s。",
    ),
    (
        "The rest of the wall is no end of this deal.",
        "牌山の残りが、この配牌の終わりと一致しません。",
        "牌墙剩余部分不是此次发牌的末尾。",
        "牌牆剩餘部分不是此次發牌的末尾。",
    ),
    (
        "%(wind)s: hand, discards and claims differ from the dealt tiles in %(at)s places.",
        "%(wind)s：手牌・河・鳴かれた牌が、配られた牌と%(at)s枚異なります。",
        "%(wind)s：手牌、弃牌与被叫走的牌同所发的牌有 %(at)s 处不符。",
        "%(wind)s：手牌、棄牌與被叫走的牌同所發的牌有 %(at)s 處不符。",
    ),
)

FILLERS = (
    (
        "Filler %(number)s",
        "補充%(number)s",
        "补位 %(number)s",
        "補位 %(number)s",
    ),
)

NAMELESS = (
    (
        "Player %(id)s",
        "選手%(id)s",
        "选手 %(id)s",
        "選手 %(id)s",
    ),
)

STAGES = (
    (
        "Qualification",
        "予選",
        "预赛",
        "預賽",
    ),
)

JOBS = (
    (
        "This job failed because of a fault in the program. The organiser's log names it.",
        "プログラムの不具合で処理に失敗しました。主催者のログに記録があります。",
        "因程序故障，此任务失败。主办方的日志中有记录。",
        "因程式故障，此任務失敗。主辦方的日誌中有記錄。",
    ),
    (
        "The worker stopped three times during this job.",
        "この処理の間に作業係が三度止まりました。",
        "处理此任务期间后台进程停止了三次。",
        "處理此任務期間後臺程序停止了三次。",
    ),
    (
        "Sheet %(number)s of %(total)s",
        "%(number)s 枚目 / 全 %(total)s 枚",
        "第 %(number)s 张，共 %(total)s 张",
        "第 %(number)s 張，共 %(total)s 張",
    ),
    (
        "Searching; the best known seating and the bound close in.",
        "探索中です。既知の最良の座席と下限が近づいています。",
        "正在搜索；已知最好的座位与下界逐渐接近。",
        "正在搜尋；已知最好的座位與下界逐漸接近。",
    ),
    (
        "The solver that proves is not installed on this site.",
        "証明に使うソルバーがこのサイトに入っていません。",
        "本站未安装用于证明的求解器。",
        "本站未安裝用於證明的求解器。",
    ),
    (
        "The better seating waits as a draft.",
        "よりよい座席を下書きとして用意しました。",
        "更好的座位安排已存为草稿，待您查看。",
        "更好的座位安排已存為草稿，待您檢視。",
    ),
    (
        "No seating of this round under these wishes is cheaper; proven for all tables.",
        "これらの希望のもとで、この回戦に代価がより小さい座席はありません。すべての卓について証明されています。",
        "在这些意愿下，本轮没有代价更低的座位；已对所有桌证明。",
        "在這些意願下，本輪沒有代價更低的座位；已對所有桌證明。",
    ),
    (
        "A seating was found that is %(much)s cheaper.",
        "代価が%(much)s小さい座席が見つかりました。",
        "找到了代价低 %(much)s 的座位。",
        "找到了代價低 %(much)s 的座位。",
    ),
    (
        "No seating of this round under these wishes is more than %(much)s cheaper; proven for all tables.",
        "これらの希望のもとで、この回戦に代価が%(much)sを超えて小さい座席はありません。すべての卓について証明されています。",
        "在这些意愿下，本轮没有代价低出 %(much)s 以上的座位；已对所有桌证明。",
        "在這些意願下，本輪沒有代價低出 %(much)s 以上的座位；已對所有桌證明。",
    ),
    (
        "%(share)s %%",
        "%(share)s %%",
        "%(share)s %%",
        "%(share)s %%",
    ),
    (
        "%(points)s squared places",
        "順位差の二乗で%(points)s",
        "名次差平方 %(points)s",
        "名次差平方 %(points)s",
    ),
    (
        "Choose the round to print.",
        "印刷する回戦を選んでください。",
        "请选择要打印的轮次。",
        "請選擇要列印的輪次。",
    ),
    (
        "The seating of this round is not published yet.",
        "この回戦の座席はまだ公開されていません。",
        "本轮座位尚未公布。",
        "本輪座位尚未公佈。",
    ),
    (
        "A round of this draw has started; its seating stays.",
        "この抽選の回戦が始まっているため、座席はそのままです。",
        "此次抽签中已有轮次开始；座位不再更改。",
        "此次抽籤中已有輪次開始；座位不再更改。",
    ),
    (
        "Player %(number)s of this draw is no longer entered.",
        "この抽選の選手%(number)sは登録がなくなりました。",
        "此次抽签的 %(number)s 号选手已不在报名之列。",
        "此次抽籤的 %(number)s 號選手已不在報名之列。",
    ),
    (
        "The boards are not dealt yet.",
        "ボードはまだ配牌されていません。",
        "牌副尚未发牌。",
        "牌副尚未發牌。",
    ),
    (
        "Plan the session first: no table has boards yet.",
        "先にセッションを計画してください。まだどの卓にもボードがありません。",
        "请先规划该场：各桌尚无牌副。",
        "請先規劃該場：各桌尚無牌副。",
    ),
)

WINDS = (
    (
        "East",
        "東",
        "东",
        "東",
    ),
    (
        "South",
        "南",
        "南",
        "南",
    ),
    (
        "West",
        "西",
        "西",
        "西",
    ),
    (
        "North",
        "北",
        "北",
        "北",
    ),
)

CASES = (("case %(case)s, ruling %(ruling)s",),)

IN_PLACES = {"much": JOBS, "wind": WINDS, "ruling": CASES}
"""Place of a template that holds a text of its own -> what that may be."""


def sentence_of(text: str, texts: Texts) -> Sentence | None:
    """The sentence that one of these texts is in whatever language; None for anything else, which a person typed.

    >>> sentence_of("第2版が有効になりました。", RESULT).template
    'Version %(number)s counts now.'
    """
    for english, *others in texts:
        for template in (english, *others):
            found = _pattern(template).fullmatch(text)
            if found is not None:
                return Sentence(english, {place: _value(place, said) for place, said in found.groupdict().items()})
    return None


def _pattern(template: str) -> re.Pattern[str]:
    parts: Iterable[str] = re.split(r"%\((\w+)\)s", template)
    text = "".join(
        f"(?P<{part}>.+)" if index % 2 else re.escape(part.replace("%%", "%")) for index, part in enumerate(parts)
    )
    return re.compile(text, re.DOTALL)


def _value(place: str, said: str) -> int | str:
    if place in IN_PLACES:
        return sentence_of(said, IN_PLACES[place]) or said
    return int(said) if re.fullmatch(r"0|[1-9][0-9]{0,8}", said) else said
