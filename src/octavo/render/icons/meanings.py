"""Names of icons that no free library has, read by their parts: what to draw in their place.

Such a name begins with what is shown and goes on with how: `message-pen`, `circle-user-clock`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

_MOST_PARTS = 12

_MANNERS = frozenset(
    """add alt back big bold bottom box check circle dark dashed diamond dot dotted down duotone
    edit empty exclamation fast front full half hexagon high horizontal large left light line
    lines low medium minus new octagon off on out outline plus question rectangle regular remove
    right sharp simple slash slow small solid square thin top triangle up vertical view
    xmark""".split()
)
"""Parts that say how something is shown: they count only where nothing else is known."""

MEANINGS: Mapping[str, str] = dict(
    pair.split("=")
    for pair in """
    abacus=calculator acorn=seedling adapter=plug agent=robot ai=wand-magic-sparkles
    aid=kit-medical alert=bell alerts=bell alien=ghost apartment=building api=code
    apps=table-cells-large architecture=diagram-project arrow=arrow-right article=newspaper
    assistant=robot audit=clipboard-check auth=key authentication=key automation=gears
    avatar=circle-user backup=clock-rotate-left bag=bag-shopping ballot=check-to-slot bee=bug
    bells=bell billing=credit-card block=cube blockchain=link blueprint=map boot=shoe-prints
    border=border-all bottle=wine-bottle bow=bullseye bowl=bowl-food branch=code-branch
    brightness=sun budget=coins buoy=life-ring button=hand-pointer cabinet=box-archive
    cache=database cactus=seedling call=phone camcorder=video cards=clone cart=cart-shopping
    cassette=tape champagne=champagne-glasses changelog=clock-rotate-left chart=chart-column
    chat=comments chatbot=robot checklist=list-check chip=microchip cinema=film cli=terminal
    client=desktop clipboards=clipboard clocks=clock cluster=circle-nodes collection=layer-group
    community=users compliance=scale-balanced components=puzzle-piece conference=users
    config=sliders configuration=sliders connect=plug connection=plug connector=plug
    console=terminal contract=file-contract conversation=comments cookbook=book-open corn=seedling
    coupon=ticket course=graduation-cap credit=credit-card crm=address-book cup=mug-saucer
    customer=user customers=users data=database dataset=database date=calendar debug=bug deer=paw
    deploy=rocket deployment=rocket design=pen-ruler developer=code device=mobile devices=laptop
    diagram=diagram-project dial=gauge diploma=graduation-cap disk=hard-drive doc=file docs=book
    documentation=book documents=copy dolphin=fish domain=globe duck=feather elephant=hippo
    email=envelope emoji=face-smile employee=user-tie encryption=lock endpoint=link engine=gears
    enterprise=building environment=leaf error=circle-exclamation escalator=stairs event=calendar
    events=calendar-days example=lightbulb experiment=flask export=file-export
    extension=puzzle-piece eyes=eye face=face-smile faq=circle-question feature=star features=star
    feedback=comment field=i-cursor finance=coins flow=diagram-project flowchart=diagram-project
    flux=bolt fog=smog formula=square-root-variable framework=cubes fries=burger galaxy=star
    gallery=images game=gamepad garage=warehouse gateway=door-open generate=wand-magic-sparkles
    glass=glass-water glossary=book governance=scale-balanced grapes=wine-glass groups=users
    guide=book guides=book-open hardware=microchip hat=hat-cowboy head=brain health=heart-pulse
    helmet=helmet-safety help=circle-question hook=link hooks=link hosting=server hub=circle-nodes
    identity=id-card incident=triangle-exclamation infrastructure=server input=i-cursor
    insight=lightbulb insights=lightbulb install=download integration=puzzle-piece
    integrations=puzzle-piece intelligence=brain interface=window-maximize invoice=file-invoice
    island=umbrella-beach issue=circle-exclamation keynote=chalkboard kit=kit-medical
    kite=paper-plane knowledge=book kpi=chart-line kubernetes=dharmachakra label=tag
    layer=layer-group layout=table-columns learn=graduation-cap ledger=book lesson=graduation-cap
    license=id-card lights=lightbulb limit=gauge lobster=shrimp log=file-lines logging=file-lines
    login=right-to-bracket logout=right-from-bracket loop=repeat machine=gears
    magnifying=magnifying-glass manual=book market=store marketing=bullhorn marketplace=store
    media=photo-film meeting=users member=user members=users memo=file-lines metadata=tags
    meter=gauge metric=chart-line metrics=chart-line migrate=right-left migration=right-left
    model=cube models=cubes module=cube modules=cubes money=money-bill monitoring=chart-line
    narwhal=fish neural=brain news=newspaper nodes=circle-nodes note=note-sticky notes=note-sticky
    notification=bell notifications=bell octopus=spider office=building onboarding=rocket
    operation=gears options=sliders orchestration=diagram-project order=cart-shopping
    organization=building overview=eye packages=boxes-stacked page=file pages=copy palm=tree
    panel=table-columns paper=paper-plane parameter=sliders partner=handshake partners=handshake
    passkey=key password=key patent=certificate patterns=shapes payment=credit-card
    payments=credit-card performance=gauge-high permission=lock permissions=lock persona=user
    photo=image picture=image pie=chart-pie pipeline=diagram-project pitch=bullhorn planet=globe
    platform=layer-group playground=flask plugin=plug plugins=plug policy=scale-balanced
    portal=door-open post=newspaper price=tag pricing=tag privacy=user-secret process=gears
    product=box production=industry profile=user program=code programming=code
    project=diagram-project prompt=terminal protocol=network-wired pump=gas-pump quality=award
    query=magnifying-glass queue=list quickstart=rocket quiz=circle-question quotes=quote-left
    rag=book rain=cloud-rain raindrops=droplet ranking=ranking-star realtime=bolt recipe=utensils
    record=circle-dot rectangle=rectangle-list reference=book refund=rotate-left
    region=earth-americas registry=box-archive release=rocket replay=rotate-left
    report=chart-column reporting=chart-column reports=chart-column repository=code-branch
    request=paper-plane resource=cube resources=cubes response=reply rest=code
    review=star-half-stroke reward=gift roadmap=road role=user-tag roles=users roller=paint-roller
    rule=ruler rules=list-check runtime=gears safe=vault sale=tag sales=chart-line sandbox=flask
    scanner=barcode schedule=calendar schema=sitemap science=flask scope=crosshairs screen=desktop
    screens=desktop script=scroll scripts=scroll sdk=code seal=certificate secret=key secrets=key
    security=shield-halved sensor=satellite-dish serverless=cloud service=gears services=gears
    session=clock setting=gear setup=screwdriver-wrench shelves=boxes-stacked shipping=truck
    site=globe skill=graduation-cap skills=graduation-cap snippet=code snow=snowflake software=code
    solar=solar-panel source=code speakers=volume-high speed=gauge-high sprint=person-running
    squad=users stack=layer-group staff=users stage=layer-group starfighter=rocket stars=star
    starship=rocket start=play state=circle-half-stroke statistics=chart-column stats=chart-column
    status=signal storage=hard-drive storefront=store story=book strategy=chess structure=sitemap
    student=graduation-cap studio=palette style=paintbrush subscription=repeat success=circle-check
    support=headset survey=square-poll-vertical system=gears tables=table tank=oil-well
    task=list-check team=users teams=users telemetry=tower-broadcast temperature=temperature-half
    template=clone templates=clone tenant=building terms=file-contract test=vial testing=vial
    tests=vials theme=palette thread=comments threading=bars-staggered throttle=gauge
    timezone=globe tip=lightbulb tips=lightbulb token=key tokens=key topic=hashtag tour=route
    trace=route tracing=route tracking=location-dot traffic=traffic-light training=dumbbell
    transaction=right-left transactions=right-left transcript=file-lines transfer=right-left
    transform=shuffle translate=language translation=language transport=truck treasure=gem
    trend=arrow-trend-up trigger=bolt troubleshoot=screwdriver-wrench
    troubleshooting=screwdriver-wrench trumpet=music tunnel=road turn=turn-up
    tutorial=graduation-cap tutorials=graduation-cap typewriter=keyboard ufo=rocket unicorn=horse
    update=arrows-rotate upgrade=circle-up usage=chart-line utility=wrench validation=circle-check
    validator=circle-check variables=square-root-variable vector=vector-square vendor=store
    verification=circle-check version=code-branch versions=code-branch views=eye vinyl=record-vinyl
    violin=guitar vision=eye voice=microphone vpn=shield-halved walkthrough=route
    wash=hands-bubbles wave=wave-square web=globe webhooks=webhook website=globe whale=fish
    wheel=dharmachakra whistle=bullhorn widget=puzzle-piece widgets=puzzle-piece wiki=book
    wizard=hat-wizard worker=helmet-safety workers=users workflows=diagram-project
    workspace=briefcase world=globe
    """.split()
)
"""Words that name no free icon, and the icon that means the same."""


def plan_stand_ins(name: str) -> Iterator[str]:
    """Return names to look for in place of an unknown one, the closest first.

    They begin with the first part that tells something, and keep as many parts as they can.
    """
    parts = name.split("-")[:_MOST_PARTS]
    starts = sorted(range(len(parts)), key=lambda start: parts[start] in _MANNERS)
    for start in starts:
        for end in range(len(parts), start, -1):
            words = "-".join(parts[start:end])
            # Letters and digits are icons, too: `square-1` is the digit, `memo-a` is a memo.
            if len(words) > 2 or _MANNERS.issuperset(parts[:start] + parts[end:]):
                for word in (words, words.removesuffix("s")):
                    yield word
                    yield MEANINGS.get(word, word)
