// Words that readers of documentation use for each other. A page that has another word for what was typed counts,
// though much less than one that has the word itself.

const GROUPS = `
add create new insert make
remove delete erase destroy drop
change update edit modify alter replace
get fetch retrieve read show list view
find search lookup query filter
start begin quickstart launch run
stop cancel end abort terminate
install setup configure configuration installation
setting option preference configuration
login signin authenticate authentication authorization auth credentials
key token secret credential
password secret credential
error failure problem exception troubleshooting
fail error break
fix troubleshoot solve resolve debug
price cost pricing billing charge
pay payment billing charge invoice
limit quota throttle throttling maximum
host deploy publish hosting deployment
picture image photo logo
color colour theme
look style appearance theme
font typeface typography
link url address
email mail
phone telephone number
customer client user
user member account person
team organization workspace group
file document upload attachment
send post submit publish
receive get webhook
notify notification alert webhook event
event webhook callback
schedule cron recurring
undo revert restore rollback
backup export snapshot
import upload migrate
move migrate transfer migration
copy duplicate clone
speed performance fast slow
test sandbox mock try
page article document
menu navigation sidebar
language locale translation i18n
country region location
date time timestamp
hide hidden private
allow permission enable access
forbid deny block disable
role permission access
code snippet example sample
example sample demo
paginate pagination page cursor next
sort order
version release changelog
history log audit
monitor metrics observability logs
cancel refund void
subscription plan recurring
download export
connect integrate integration connection
retry repeat attempt idempotency
database store storage
domain host dns
restart reboot
machine server instance
disable deactivate off pause
enable activate on
pause suspend hold
resume continue unpause
invite share member collaborator
share invite access
kick ban remove
owner ownership transfer
rename name title
empty blank null
big large size limit
amount balance total
bill invoice billing
owe balance due
buy purchase order checkout
cart basket checkout
ship shipping delivery
track tracking status
talk chat message conversation
voice audio speech
speech transcription audio
bot assistant agent
train training finetuning
visitor traffic views analytics
visit view traffic
count total number
text string
integer number
boolean flag
array list
dictionary map object
callout note warning admonition
warning caution callout
box callout card
collapsible accordion expandable
collapse accordion expand
faq accordion questions
button cta
banner announcement
dark mode theme
brand logo colors
reuse snippet include
include import snippet
diagram chart mermaid flowchart
graph chart diagram
formula math equation latex
video embed iframe
redirect forward moved
metadata seo
track analytics
consent cookie privacy
reload refresh watch
live preview
proxy cors
https tls ssl certificate
encrypt encryption
sign signature verify
verify validate check signature
limit rate
parallel concurrent concurrency
wait delay timeout
slow timeout performance
crash error failure
bug issue problem
old legacy deprecated previous
newest latest recent
upgrade update migrate
cheap pricing cost
free pricing trial
team members users
browser client
phone mobile
desktop computer
shell terminal command cli
terminal cli command
tool cli command
library sdk package
package library install
docs documentation reference
tutorial guide quickstart
explain overview introduction
buyer customer purchaser shopper
seller merchant vendor
money payment amount funds balance
refund reimburse return chargeback
usage consumption metered meter
temporary ephemeral expire
persist store save storage
skip exclude ignore omit
pattern regex regexp glob wildcard
browse explore catalog
combine merge join compose mount
split separate divide chunk
production prod live
development dev local staging
conflict clash collision namespace
folder directory path
progress percentage status
spam bot captcha abuse
offensive harmful moderation abuse
shorten compact summarize truncate
transcribe transcription speech
aloud speech voice
redundant cluster replica failover
scale scaling autoscale load
churn cancel leave unsubscribe
secure security protect safety
restrict limit protect permission
compare diff difference comparison
interval schedule timer
observe watch monitor subscribe
listen subscribe event
realtime live websocket stream
reply respond answer response
ask question prompt
attach upload assign link
detach remove unlink disconnect
revoke invalidate expire rotate
rotate renew regenerate refresh
expire expiration expiry ttl
clear purge flush reset
approve accept confirm
reject decline deny refuse
archive deactivate
tag label category segment
comment note annotation
score rating evaluation
measure metrics metric
statistics metrics analytics stats
report analytics insights
budget limit spend
coupon discount promotion promo
seat license
company organization business
employee member staff
admin administrator owner
alias nickname shortcut
profile account avatar
signup register registration
logout signout session
sso saml oauth
mfa 2fa otp
forgot reset recover
missing absent required
required mandatory
translate translation localization
localize locale translation
latency performance slow
datacenter region zone
vm machine instance
container docker
automate automation workflow
workflow pipeline
job task worker
queue backlog
batch bulk many multiple
parameter argument option
field property attribute column
row record entry
schema model structure
convert transform transformation
parse extract decode
set create update replace configure
telemetry analytics tracking usage
binary executable standalone
lock pin freeze lockfile
monorepo workspace
interpreter python runtime
environment env variable
shell environment
checkpoint snapshot resume
crash recover resume
guardrail safety validation
remember memory store
forget memory delete
context memory history
plain natural
messenger chat slack telegram whatsapp
sms message
fallback backup default alternative
foreach loop each iterate batch
output result response
result outcome answer
offline local
onprem selfhosted local
cloud hosted managed
llm model ai
similar nearest related vector
embedding vector
knowledge retrieval rag
cite citation source
scrape crawl spider extract
spreadsheet csv excel
structured json schema
ci pipeline actions
dependency package requirement
prerequisite requirement dependency
uninstall remove
downgrade rollback
firewall allowlist inbound
whitelist allowlist
blacklist blocklist denylist
network vpc subnet
disk volume storage
ram memory
gpu accelerator
resize scale upgrade
kubernetes k8s cluster
pod container
bucket storage object
cdn cache edge
stale cache outdated
autocomplete suggestion typeahead
recommend suggestion
popup modal dialog
dropdown select menu
toggle switch boolean
questionnaire survey form
poll survey vote
feedback survey rating
ticket issue support
help support contact
manual human
handoff transfer escalate
plugin extension addon
hook callback event
middleware interceptor hook
async asynchronous await concurrent
sync synchronize synchronous
stream streaming sse
tax vat
payout withdrawal transfer
dispute chargeback
fraud risk
identity verification kyc
privacy gdpr compliance
pii personal sensitive
redact mask
compliance soc2 hipaa
uptime availability status
outage incident downtime
trace tracing span
benchmark performance
deadline timeout due
reminder notification schedule
calendar schedule
timezone time utc
stub mock fake
simulate mock sandbox
isolated sandbox
scope permission
cookie session
gateway proxy
endpoint route path url
uri url
payload body request
identifier id uuid
default standard
customize custom personalize
whitelabel branding brand
template preset boilerplate
scaffold generate template init
initialize init
build compile bundle
compress zip gzip
hash checksum digest
optional nullable
enum choices values
conditional condition logic branch
placeholder variable template
reaction emoji
thread conversation
channel room
mute silence
bookmark favorite star
follow subscribe
draft unpublished
visibility private public
trash delete
recover restore
fork copy clone
replicate replica mirror copy
partial patch
thumbnail preview
subtitle caption
record capture recording
geolocation location
vault secrets
lint format
typecheck types
nightly beta prerelease
beta preview experimental
experimental unstable preview
stable release
hotkey shortcut keyboard
keyboard shortcut keybinding
wizard onboarding
onboarding setup quickstart
sample trial
evaluate evaluation eval
grade score evaluation
cheat sheet reference
cookbook recipe
recipe example guide
howto guide
glossary terms definition
definition glossary meaning
architecture internals design
roadmap upcoming
contribute contributing contributor
license licensing
docker image
compose docker
helm chart kubernetes
reverse proxy
nested child subfolder
parent ancestor
sibling neighbor
`;

/** @type {Map<string, Set<string>>} */
const others = new Map();
for (const line of GROUPS.trim().split("\n")) {
  const [first = "", ...rest] = line.split(" ");
  for (const word of rest) {
    addWord(first, word);
    addWord(word, first);
  }
}

/** @param {string} word @param {string} other */
function addWord(word, other) {
  const words = others.get(word) ?? new Set();
  others.set(word, words.add(other));
}

/** @param {string} word @returns {string[]} */
export function listOtherWords(word) {
  const forms = [word, word.replace(/(?:es|s|ing|ed)$/, ""), word.replace(/(?:ing|ed)$/, "e"), word.replace(/s$/, "")];
  return [...new Set(forms.flatMap((form) => [...(others.get(form) ?? [])]))];
}
