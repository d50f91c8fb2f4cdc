/** Words that join, words of order, and what is no figure. How a table is written: `readTable` of `../../text/pattern.ts`. */

export const LINK_WORDS = `
= compare
compare|compared|comparing|comparison|comparisons to|with|of|between? / vs|versus|v|against
in|by comparison|relation to|with? / next|relative|beside to / side by side / beat|beats|beaten
difference|differences|change|changes between|from|of|in? / changed
= than
than it|they|we|he|she|i|you was|were|is|are|did|had|got|used / short of / than / more|better|worse|fewer|less|higher|lower than / over the same
= or
or / rather
= and
and / - / plus / as well as / along|together with
= each
each / each of / each one / each one of|did / respectively / individually / separately / both
= which
which one|ones of? the? / which / what / which|what of the? / which|what are|is|was|were
= who
who / whose / whom
= how_many
how many / how many of / how many times / how often / number|count|numbers|total|tally|tallies|quantity|amount of / the number
= how_much
how much / how much of / amount
= when
when / at? what|which time|times / time|times|hour|hours|slot|slots of the? week
= doing
what is|are? happening|going on? with
shape|shaping|shapes|stack|stacking|stacks|holding|measuring up / coming along
in terms of / when it comes to / as far as / with regard to / as regards
doing|performing|performed|perform|performs|performance|go|went|going|do|does|did|fare|fared|look|looking|results
do|did|doing|performing well / worth keeping|it? / getting on / any good / headline|key figures|numbers|stats|metrics / summary|recap|rundown|digest|overview|snapshot|stats|statistics|kpis
= how
what is the damage|story|score|situation|picture|position|verdict|deal|state|word with|on|for|at|in?
spread|spreads|vary|varies|varied|distributed|develop|develops|developed|developing|evolve|evolved|progress|progressed|split|break|differ|differs
break|breaks|broken|drill|drilled down|out / how / how high|low is|are|was|were / how well / how good / how do|does|did|is|was|are|were|am / how big|large
how is it|things|business|everything
= have
end|ends|ended|wind|wound up with? / log|logs|logged|recorded|clock|clocks|clocked|register|registered|notch|notched / rack|racked|chalk|chalked|clock|clocked|notch|notched up
have|has|had|having|with / have|has|had we|you|they|i got / get|gets|got|getting / see|sees|saw / reach|reached|reaches|hit|hits
draw|draws|drew|attract|attracts|pull|pulls|pulling in?
take|takes|took place / go|goes|went|gone ahead / happen|happened|happens
that|which|who? actually|really? ran|happened|occurred|held / that|which? actually|really? took place / that|which? actually|really? went ahead
held|hosted|run|delivered|given by

marked|rated|flagged|labelled|labeled|classed as? / listed|called|down as / sit|sits|sitting|sat|hover|hovers|hovering|languishing|stuck
hold|holds|held|host|hosts|hosted|offer|offers|offered|give|gives|gave|delivered
= any
any / were|was|are|is there any? / at all
= all
on all days / all / all of? our|the
= list
list|table|overview|breakdown of / list|rank|ranking|ranked|sort|sorted|order|ordered / list|rank|sort|order all|the|our
= past
did|was|were|had
= future
will|shall / going to / is|are expected
= now
right now / right? this minute|moment|second|instant / live / just now / rn|atm / as we speak
now|currently|current|presently / at the? this? moment|present|time|minute|instant
= self
my|mine|i|me|myself / i am / am i
= free
free|left|open|available|remaining PLACES
PLACES are|is|were|was|do|does|still|we? have|are|is? still? free|left|open|available|remaining
still free|available|bookable|unbooked / room left / still? have|has|got any? space|spaces|availability / with space|spaces|availability left|free|available? / how many PLACES were|was|are|is? still? free|left|open|available|remaining
PLACES free|left|open|available|remaining
is|are there still? any? room|space|spaces|places|spots left? in|on|at|for?
= not before leave_out
except|excepting|excluding|exclude|excl|excludes|minus|besides|barring|bar|ignoring|ignore|ignores|omit|omitting|skipping|skip|disregarding|discounting
except|apart|aside for|from / without|outside / outside of / without counting|including|the|any
not|do not|never? counting|including|count|include / other|others than / everything|anything|all but|else
but|and not|never / leave|leaving|left|take|taking out|aside|away / leave|leaving
drop|dropping|strip|remove|removing out? / if|when you|i|we leave|take|ignore|exclude|skip out|away?
all|everything|anything|everyone|everybody|everywhere|anywhere|anyone except|but|apart|excluding|without|besides from|for? / no|non|neither|nor
not in|on|at|by|with|the / but not in|on|at|by|with|the / rather than / instead of
= not before but
but
= not before verb
not|never|nobody|hardly|cannot|zero|nil|0 / no one|body / did|do|does|is|are|was|were|has|have|had not|never
not a|any
= not after leave_out
excluded|omitted|excepted|ignored / left out|aside / not included|counted / out|aside
`;

/** At the head of a follow-up. */
export const FOLLOW_WORDS = `
= follow
what|how about / and|but|so|ok|okay what|how about / the? same thing|question? for|with|in|on|again|but|by?
only|just|now|instead|also|too / no? sorry? i? meant|mean / make it|that / change it|that to
now|and show|give me? that|it|this|the same
= follow add
and|also|now? add|include|append|plus|throw in? the? / can|could you add|include the? / with|plus|along with? the? too|also|added
`;

export const RANKING_WORDS = `
= order desc attended
busiest|hottest|favourite|favorite / most popular|busy|visited|attended|crowded|wanted / most in demand
best|highest|well|better|most attended|visited
bring|brings|brought|draw|draws|drew|pull|pulls|pulled|attract|attracts|attracted in|us? in|the? most PEOPLE
bring|brings|brought|draw|draws|drew|pull|pulls|pulled|saw|had|get|gets|got in|us? in|the? biggest|largest|record|best|highest crowd|crowds|turnout|turnouts|attendance|numbers|audience
biggest|largest|record crowd|crowds|turnout|attendance|numbers|audience
= order asc attended
quiet / quietest|slowest|deadest / least popular|busy|visited|attended|crowded
worst|poorest|badly|poorly|lowest attended|visited / unpopular
bring|brings|brought|draw|draws|drew|pull|pulls|pulled|attract|attracts|attracted in|us? in|the? fewest|least PEOPLE
bring|brings|brought|draw|draws|drew|pull|pulls|pulled|saw|had|get|gets|got in|us? in|the? smallest|lowest|poorest|worst|thinnest crowd|crowds|turnout|turnouts|attendance|numbers|audience
smallest|poorest|thinnest crowd|crowds|turnout|turnouts|attendance|numbers|audience
= order desc fill_rate
fullest / fullest|best|most filled|full|utilised|utilized|used|packed / least empty
from fullest|busiest to emptiest|quietest
= order desc empty_seats
most|biggest empty|unused|unfilled|unsold PLACES / most wasteful|wasted / biggest|worst|most waste|wasters|waster of? space|places|seats|spots|capacity?
waste|wastes|wasted|wasting the? most space|places|seats|spots|capacity?
= order asc empty_seats
fewest|least empty|unused|unfilled|unsold PLACES / least wasteful
= order asc fill_rate
emptiest / most empty|unfilled|vacant / from emptiest|quietest to fullest|busiest
least full|filled|used|utilised|utilized|packed / worst|poorest filled
= order desc booked
most|best booked / best|top selling / bestselling
= order asc booked
least|worst booked
= order desc average_attendance
biggest|largest
= order asc average_attendance
smallest
= order desc profit
most|best profitable|lucrative|earning|paying / most money / top|best|biggest|highest earner|earners|earning
= order asc profit
least profitable|lucrative / lose|loses|lost|losing the? most|biggest money?
most|biggest unprofitable|loss|losses
= order desc revenue
highest|best|top earning|grossing / biggest|highest|best money maker|makers|spinner
= order desc cost
most expensive|costly / dearest
= order asc cost
cheapest / least expensive|costly
= order desc trend
getting|becoming|growing|got busier|fuller|bigger|stronger / get|getting|got|become|becoming more and more popular|busy|full
getting|becoming more popular|attended / getting|becoming|growing|grown in popularity|size|numbers
fastest|quickest|most growing|improved|improving|rising|climbing / growing|improving|rising|gaining / gaining people|ground|popularity
on the up|rise / picking|taking|climbing up|off / gaining momentum|traction / going up / growing|improving|rising|climbing|gaining|going up? the? fastest|quickest|most / grow|grows|grew the? fastest|quickest / improved|grown|grew|increased|risen the? most
= order asc trend
getting|becoming|growing|got quieter|emptier|smaller|weaker
getting|becoming less popular|attended
dying|tailing|petering|fading|slowing|dropping|falling off|out|away|down / losing steam|momentum|its? appeal?
fastest|quickest shrinking|declining|falling|dropping|fading / shrinking|declining|falling|dropping|fading|going down? the? fastest|quickest|most / shrinking|declining|falling|dropping|fading|slipping|worsening
losing people|members|ground|popularity|visitors|attendance|customers / on the decline|slide|wane
going down|downhill / in decline / declined|fallen|fell|dropped|shrunk|slipped the? most
= order desc
best|strongest|greatest / best performing|performer|performers / top performing|performer|performers
perform|performs|performed|do|does|did|doing best|well / most successful
= order asc
worst|weakest|poorest / worst|lowest performing|performer|performers
perform|performs|performed|do|does|did|doing worst|badly|poorly / least successful / struggling|underperforming
= direction desc
most|highest|greatest|maximum|max|top|peak|longest|record|leading / many|plenty|lots / a? lot|lots|plenty of
so|very many|much
= direction asc
least|fewest|lowest|minimum|min|bottom|shortest / few / very|so few|little / hardly any
= more desc
more|better|higher|stronger|improved|up|gained / go|goes|going|gone|went up
risen|rise|rose|grown|grow|grew|increased|increase|improve
= more asc
fewer|less|worse|lower|weaker|down / go|goes|going|gone|went down / get|got|gets|getting|become|became worse
fallen|fall|fell|dropped|declined|decreased|decrease|decline|shrunk|slipped
= more desc
get|got|gets|getting|become|became better / do|does|did|doing better
= more asc
do|does|did|doing worse
= more desc fill_rate
fuller / get|got|gets|getting|become|became fuller
= more asc fill_rate
emptier / get|got|gets|getting|become|became emptier
= more desc average_attendance
bigger|larger
= more asc average_attendance
smaller
= more desc attended
busier / get|got|gets|getting|become|became busier
= more asc attended
quieter / get|got|gets|getting|become|became quieter
= sorted desc
highest|biggest|largest|best|most|top|descending|desc first|order?
= sorted asc
lowest|smallest|worst|least|fewest|bottom first
= sorted desc
best|highest|biggest|most|largest earner|earners|seller|sellers|performer|performers|one|ones? at|on|to the? top / worst|lowest|smallest|least|fewest one|ones? at|on the? bottom|end / worst|lowest|smallest|least|fewest one|ones? last
= sorted asc
worst|lowest|smallest|least|fewest earner|earners|performer|performers|one|ones? at|on|to the? top / best|highest|biggest|most|largest earner|earners|one|ones? at|on the? bottom|end / best|highest|biggest|most|largest one|ones? last
= sorted desc
sort|sorted|order|ordered|rank|ranked by highest|biggest|most|best
= sorted asc
sort|sorted|order|ordered|rank|ranked by lowest|smallest|fewest|worst / ascending|asc order?
= sorted desc
in? descending|desc order?
= sorted asc
in ascending|asc order?
= sorted desc
from? best|highest|most|biggest|high|top to worst|lowest|least|smallest|low|bottom
= sorted asc
from? worst|lowest|least|smallest|low|bottom to best|highest|most|biggest|high|top
= by_word
by / ranked|ordered|sorted|sort|order|rank by|on / in order of / according to
`;

export const SUBJECT_WORDS = `
= timetable
what|whats is|was|are|were on / what classes|class|sessions is|are|was|were on|there / what else is on|running
what is|are happening|scheduled|planned|running|going on? / working|rostered / on shift|duty|rota
program for|on|at / schedule|schedules|timetable|timetables|calendar|programme|agenda|rota|roster
what have|has|had we|you|i got on|planned
is|are|was|were there a|an|any|some? more|other? class|classes|session|sessions|lesson|something|anything?
is|are there anything|something on? / do|does we have|run|offer a|an|any? class|classes|session|sessions
classes|class|sessions|session are|is still? on|running|scheduled|planned|left|remaining / when does|do|is|are|was|were
what time does|do|is|are|was|were / at what time does|do|is|are / who is|was on / who is|was|are down for
where is|are|was|were / which|what room is|are / what|which starts|begins
classes|class|sessions|session start|starts|begin|begins / anything on / on the schedule|timetable
what do|does|did we have|offer|run on? / teach|teaches|teaching|taught|instructs|coaching|leads|leading
who takes|took|runs|ran|gives|gave|leads|led / who is|was taking|running|doing|giving|leading|teaching|coaching
takes|taking the / taught|led|given|taken|run by
= timetable next
when is|are the? next / next class|session|lesson / next
= refuse members
which MEMBERS / which|what|who are the? our? my? MEMBERS / list|name the? all? MEMBERS who|that|on / how many members|customers|clients|member do|does|did|have we|i|you have|got? / who did|does not show|turn|come|attend up?
who never|always shows|showed|turned|comes|came|cancels|cancelled|books up?
who did|does|do|have|has not? show|turn|come|attend|attended|came|visit|book|booked|visited up?
who came|attended|visited|booked|signed|joined|cancelled|registered|checked
who comes|attends|visits|books|cancels / who is|are|was|were in|inside|here|there / who is|was missing|absent
names|name|list|emails|addresses of the? our? MEMBERS / names of those|everyone|everybody|all / names
membership|memberships|subscriptions|subscription|joiners|leavers
retention|churn|renewals|renewal|renew|renewed|loyalty
new|old|unique|different|first|returning|repeat|regular|lapsed|inactive|active|individual|distinct|same MEMBERS
women|woman|men|man|ladies|gentlemen|girls|boys|kids|children|teens|teenagers|adults|seniors|pensioners|students|beginners|newcomers|regulars|male|female|males|females
age|ages|gender|sex|birthday|birthdays|email|emails|phone|phones|address|contact / how old / my? most? loyal
joined|join|joining / first timers|timer|visit|time|visits
= refuse cause
why|because|reason|reasons|cause|causes|caused|explain|explanation|due / how come
weather|rain|rained|raining|snow|sunny|sun|heatwave|temperature|storm / what explains|drives|drove|happened
effect|impact|influence of|on
= refuse judged
most|half|majority|plenty of the? our? my? classes|sessions|trainers|rooms / too many|much|few|little|big|small|large|early|late|long|short|often / enough
= refuse forecast
predict|prediction|predictions|predicted|forecast|forecasts|projection|projections|project|projected|extrapolate|estimate
will there be / how many|much will|would / how will|would|full / going to be / what if / what would happen|change|be / would be|have been|make|earn if
if we raise|raised|add|added|move|moved|change|changed|double|doubled / expect|expected|expecting
= refuse not_in_data
think|feel|say|thinking|saying of|about / MEMBERS think|feel|say|prefer|enjoy|complain
salary|salaries|wage|wages|payroll|rent|equipment|treadmill|treadmills|shower|showers|parking|wifi|password|passwords|rating|ratings|review|reviews|feedback|complaint|complaints|injury|injuries|satisfaction|happy|unhappy|calories|music|marketing|advert|adverts|ads|instagram|facebook|website|app|drinks|shakes|shake|merchandise|retail|protein|supplements|tax|taxes|vat|invoice|invoices|payment|payments|debt|debts|refund|refunds|voucher|vouchers|discount|discounts|price|prices|pricing|fee|fees|heart|competitor|competitors|locker|lockers|sauna|pool|stock|news|joke|poem|song|football|politics|recipe
cover|covers|covered|covering|sub|subbed|subbing|stand|stands|stood|standing|fill|fills|filled|filling in? for / return|returns|yield on|of investment|cost|costs|spend|capital / roi|ebitda / sell|sold of / staff turnover / got|get|made in|off from? the? waitlist|waiting|list
stay|stayed|stays|staying|duration|dwell / arrive|arrived|arrives|arriving|late|early|on time / waited
= refuse rows
by|per|each|every|into quarter|quarters|year|years / quarterly|yearly|annually|annual / quarter by|on|over quarter / year by|on|over year
= refuse peak
off peak / at|in|during|outside|of|for peak time|times|hour|hours / peak and|or|vs|versus off peak / prime time
= refuse greeting
thanks|thank|cheers|ta that|this|you is|for? all|it|everything? / thanks|thank|cheers|ta
that is all|it|everything / nothing else|more / hello|hi|hey|bye|goodbye
good morning|evening|afternoon|night|day|bye / who are you / what are you / how are you / what can you do / help
never mind / test
= refuse order
book me|a|my / sign me up / cancel my|the
email|send|text|call|remind|notify everyone|everybody|all|them|him|her|members
`;
