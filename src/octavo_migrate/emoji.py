"""Emoji that are written as names between colons, such as `:rocket:`."""

from __future__ import annotations

import unicodedata

_EMOJI = dict(
    pair.split("=")
    for pair in (
        "smile=😄 tada=🎉 warning=⚠️ +1=👍 -1=👎 thumbsup=👍 thumbsdown=👎 heart=❤️ star=⭐ "
        "white_check_mark=✅ heavy_check_mark=✔️ x=❌ bulb=💡 memo=📝 boom=💥 zap=⚡ fire=🔥 "
        "bug=🐛 sparkles=✨ lock=🔒 key=🔑 book=📖 books=📚 wrench=🔧 hammer=🔨 gear=⚙️ "
        "point_right=👉 point_left=👈 point_up=☝️ point_down=👇 wave=👋 clap=👏 pray=🙏 "
        "muscle=💪 eyes=👀 joy=😂 laughing=😆 wink=😉 blush=😊 sunglasses=😎 thinking=🤔 "
        "grin=😁 grinning=😀 slight_smile=🙂 upside_down=🙃 cry=😢 sob=😭 scream=😱 "
        "checkered_flag=🏁 construction=🚧 no_entry=⛔ stop_sign=🛑 question=❓ exclamation=❗ "
        "information_source=ℹ️ arrow_right=➡️ arrow_left=⬅️ arrow_up=⬆️ arrow_down=⬇️ "
        "link=🔗 mag=🔍 computer=💻 desktop=🖥️ phone=☎️ email=📧 envelope=✉️ calendar=📅 "
        "clock=🕒 hourglass=⌛ chart=📊 bar_chart=📊 art=🎨 100=💯 ok=🆗 ok_hand=👌 new=🆕 "
        "coffee=☕ cake=🍰 beer=🍺 pizza=🍕 earth_africa=🌍 octopus=🐙 turtle=🐢 tropical_drink=🍹 "
        "open_hands=👐 raised_hands=🙌 nerd=🤓 nerd_face=🤓 robot=🤖 smirk=😏 partying_face=🥳 "
        "negative_squared_cross_mark=❎ no_entry_sign=🚫 heavy_plus_sign=➕ recycle=♻️ "
        "heavy_minus_sign=➖ see_no_evil=🙈 shrug=🤷 trophy=🏆 gift=🎁 crossed_fingers=🤞 "
        "octicons=🐙 snowflake=❄️ sunny=☀️ cloud=☁️ rotating_light=🚨 speech_balloon=💬 "
        "stuck_out_tongue=😛 stuck_out_tongue_winking_eye=😜 relaxed=☺️ disappointed=😞 "
        "inbox_tray=📥 outbox_tray=📤 sweat_smile=😅 poop=💩 cop=👮 ship=🚢 whale=🐳"
    ).split()
)


def find_emoji(name: str) -> str | None:
    """Return the character of a name such as `rocket`."""
    if emoji := _EMOJI.get(name):
        return emoji
    try:
        emoji = unicodedata.lookup(name.replace("_", " ").replace("-", " "))
    except KeyError:
        return None
    return emoji if unicodedata.category(emoji) == "So" else None
