/**
 * What words mean: phrases by what they stand for. `= measure no_shows` heads the phrases of a figure; a phrase is written
 * as `phrases.ts` reads it. The longest phrase at a place is meant, and of two of one length the first in this file.
 *
 * `weak` figures say little ("people", "money") and give way to another figure of their kind. `order` is a superlative and
 * `more` a comparative, with the figures that they are of, if they say any. `state` is a bound that a word has in itself.
 */
export const LEXICON = `
= by substitute
sub|subs vs|or|versus|against regular|usual|normal / regular|usual|normal vs|or|versus|against sub|subs|cover

= by quality
can|should|do i|we trust|believe these|the|your|our? numbers|figures|counts|data? / how sure|certain|confident are you about|of|in these|the|your|our? numbers|figures|counts? / how accurate|reliable|trustworthy|good|exact are|is|were|was these|the|your|our? numbers|figures|counts|counting|data

= by class
different|distinct CLASS

= by weekday hour
heatmap|heatmaps / heat map|maps / weekly pattern

= by day
daily / day after|to day

= by week
weekly / week on|over|after|to week / wow

= by month
monthly

= by hour
hourly / across|throughout|through|over|during|spread|distributed|vary|varies|change|changes over|across|through|throughout|during? the? course? of? the? hours? of? the? day / across|throughout|through|over|during the? course? of? the? day / as the day goes on? / through the day

= by weekday
across|throughout|through the? whole? week / mondays tuesdays and so on / on mondays on tuesdays and so on|forth / monday to|through|- sunday

= by part_of_day
am vs|versus|or|against|and pm

= by start_time
which|what time slot|slots

= by weekpart
weekdays vs|versus|against|or|and weekends / monday to|- friday vs|versus|against|or|and weekends / weekends vs|versus|against|or|and weekdays / weekday vs|versus|against|or weekend / weekend vs|versus|against|or weekday

= noun hour
at? what|which hour|time / at? what|which time|times|hour|hours BE|do|does we|it|you|things / at? what|which time of the? day

= measure attended
attendance|attendances|visits|visit|footfall|headcount|headcounts|turnout|turnouts|participation|uptake|admissions|attendees|entries
head|body|bum count|counts / turn outs|out|ups / actual turn ups / turnups / show ups / foot traffic / bums on seats|bikes / check ins|in / checkins / actual turnout|attendance
visitor|attendee|member|people|attendance|class numbers|figures|totals / how well attended|visited / well attended|visited / busyness
PEOPLE? who|that actually|really came|come|turned|showed|attended up|in? / actual visits|visitors|attendance|attendees / popularity
how many PLACES were|was|are|is|get|got|gets? actually|really? taken|filled|occupied / how many were|was|are actually? taken|filled|occupied|used / PLACES actually|really? used|taken|filled
actually came|come|attended|turned up? / how busy|rammed|quiet|popular|slammed|heaving / pulling power / traffic|throughput / showing up numbers / how many PEOPLE use|used|using

= weak attended
numbers|figures|totals / squeezed|crammed|crowded|piled|poured in|into / fitted in
busy|quiet|popular / PEOPLE / attending|present PEOPLE / people present / attended|visited|attend|attends|attending|visit|come|comes|came|coming in|along?
showed|shows|show|turned|turn|turns|turning|showing up / showed|shows / checked in / through the|our? door|doors / walked|walk|came|come through the|our? door|doors
crowd|crowds / made it / train|trains|trained|exercise|exercised / working|worked out / anyone|anybody|someone|somebody|everyone|everybody / numbers / how many people|PEOPLE
we got|had in / got|get through / heads|bodies / were we / did we have|get|see in?

= measure average_attendance
average|mean|typical|usual class|session|group? size|sizes|attendance|turnout|headcount|visits|crowd / CLASS|group size|sizes / attendance average / average number|count of PEOPLE
PEOPLE per CLASS on? average? / how many PEOPLE per session|lesson / how many PEOPLE do|does|did we|you|i get|have|see per|in|to a|each? CLASS / average PEOPLE per|in|to|for? a|each? CLASS / average class attendance|turnout / average PEOPLE|participants

= measure fill_rate
fill|filled|filling|fills|occupancy|utilisation|utilization|utilised|utilized|fullness
fill|occupancy|utilisation|utilization|attendance|capacity|load rate|rates|level|levels|percentage|percent|factor / fill up / occupancy
percent|percentage|share|proportion|portion|part|fraction of? the|our? total? available? capacity|PLACES was|is|were|are|gets|got? used|taken|filled|occupied|utilised?
how much of the|our? capacity was|is|gets|got? used|taken|filled / percent|percentage full|filled|occupied|sold|used|utilised
capacity used|use|usage|utilisation|utilization / how well? used|utilised|filled / how full|packed|crowded|empty / how close|near BE we? to full? capacity|full
how well do|does|did we|it? fill / pack|packs|packed them|em|people in / pull|pulls|pack|packs in? the crowds

= measure fill_rate fill_goal
how far|close|near off|from|below|above|short|to of? OUR? goal|goals|target|targets / far|furthest|farthest|way off|from|below|under|above|short of? OUR? goal|target / furthest|farthest behind
fill|filling|occupancy? goal|goals|target|targets / goal|goals|target|targets for? fill|filling|occupancy
below|above|under|over|behind|beyond|missing|hitting|reaching|meeting the|their|our|its|his|her? fill? goal|goals|target|targets / hit|hits|miss|misses|missed|reach|reached|meet|met the|their|our|its|his|her? fill? goal|goals|target|targets / short of the|their|our|its? goal|target

= measure average_attendance attendance_goal
attendance|turnout|headcount goal|goals|target|targets / goal|goals|target|targets for attendance|turnout

= measure booked
out of all? the PEOPLE who|that booked / out of the PEOPLE booked / bums booked / booking|bookings|reservation numbers|totals|figures|count|counts
how booked up? / booked|book|books|bookings|booking|reservations|reservation|reserved|signups|registrations|registered|enrolled|enrolments / signed up / sign ups
PLACES booked|reserved / made|make a? booking|bookings / PEOPLE booked in|on|up?

= measure no_shows
book|books|booked|booking and|but|then? then? not bother|bothering? to? show|turn|attend|come|showing|turning|coming up? / PEOPLE not showing|turning|coming up?
no show|shows|shower|showers|showed / noshow|noshows / absentees|absences|absent|nonattendance / stayed|stay|stays away
booked PEOPLE? stayed|stay|missing away? / book|booked|booking|bookings|books and|but|then? then? did|do|does|never not? bother? even? show|turn|attend|come|turned|came|showed|arrive|turning|showing|coming up? / PEOPLE who? book|booked and|but then? do|did|never not? come|turn|show|came|turned|showed|attend up?
did|do|does not bother|bothered? turning|turn|showing|show|come|coming up / did|do|does not turn|show up? / fail|failed to show|turn|attend|come up? / PEOPLE who did|do not turn|show|come up?
gap|difference between booked|bookings and came|attended|attendance|arrivals|present / missed bookings / stood|stands|stand|get|gets|got us? stood? up / ghosted / bailed without notice / never turned|showed|came|appeared|arrived up?
flake|flaked|flakes|flaking|flaky out|on? us? / missed their? class|classes / did not turn up

= measure no_show_rate
no show|shows rate|rates|percentage|percent|share|ratio|proportion / noshow rate|percentage / rate|percentage|share|proportion|percent of no shows|show
rate|share|percentage|percent|proportion of the|our? bookings|people that|which|who? are|were|end|ended? up? as? no shows|show / share|percentage|percent|proportion of the? bookings|people|PEOPLE who|that booked? did|do|does not bother|bothered? to? turn|show|come|turning|showing|coming up?
bookings wasted

= measure walk_ins
walk ins|in / walkins / drop ins|in / without a|any|prior? booking|bookings|reservation / without having? booked / unbooked
came|come|comes|turned|turn|attended|walked|dropped|drop|popped|showed in|by|up|along? without a|any|having? booked|booking|reservation|bookings / PEOPLE who|that? had|have not booked|reserved / not booked
walked|walk|walks|dropped|drop|drops|dropping|pop|popped|pops in|by / off the street / at the door / up? unannounced / turned up on spec
PEOPLE? came|come? who had|have not booked

= measure late_cancels
cancel|cancelled|cancelling|cancellations|cancels at|in? the? last minute|moment|second / bookings were? cancelled late|last minute?
late cancel|cancels|cancellations|cancellation|cancelled|cancelations|cancelers|cancelling|cancellers / cancelled|cancel|cancels|cancellations|cancelling late / cancel too late / late drop outs|out
last minute cancellations|cancellation|cancels|cancel|cancelled|dropouts|withdrawals / late dropouts|dropout|withdrawals|pullouts|bailers / short notice cancellations|cancels
drop|drops|dropped|pull|pulls|pulled|back|backed|bail|bails|bailed|cry|cried|duck|ducked|cancel|cancelled|cancels|withdrew out|off? on? us? late / drop|drops|dropped|pull|pulled|back|backed|bail|bails|bailed|cancel|cancelled|cancels|withdrew out|off? on? us? at? the? last minute|moment|second / people who cancelled late

= measure waitlisted
waitlist|waitlists|waitlisted|waitlisting|waiting|queueing|queue|queues / wait|waiting list|lists numbers|number|size|sizes|length|lengths|totals? / a|any? waitlist|wait|waiting list / on|in the waitlist|queue / on|in the waiting|wait list|lists
how long|big|large is|are|was|were the|our? waitlist|waitlists|queue|waiting list|lists? / waitlist|waitlists numbers|size|sizes|totals|length / PEOPLE waiting|queueing / turned away

= measure empty_seats
waste|wasted|wasting PLACES? / how many PLACES did|do|does|are we|it waste|lose|wasting|losing
empty|unused|unfilled|unsold|unoccupied|wasted|vacant|spare|left PLACES over? / PLACES not|never taken|used|filled|sold / PLACES nobody took|used|filled|wanted|booked / PLACES left over
how many PLACES BE|go|went|stay|stayed|remain|remained|left? empty|unused|unfilled|unsold|wasted / PLACES BE|go|goes|went|stay|stayed|remain|remained|left? empty|unused|unfilled|unsold|wasted / unused|spare|wasted|unsold capacity
open|free PLACES did|do we end up with / PLACES going to waste / waste of? space|PLACES

= measure over_capacity
oversubscribed / over full|filled|crowded|subscribed|capacity|booked CLASS? / overcrowded|overfull|overfilled|overbooked|overcapacity|overcrowding|overflowing|overbookings CLASS?
over|above|beyond|past the|its|their? capacity|limit / exceeded|exceed|exceeds|exceeding their|the|its? capacity|limit / more people|PEOPLE than PLACES|capacity|allowed / too full|crowded|packed / too many PEOPLE / more people than there were|are PLACES / bursting

= measure revenue
revenue|revenues|takings|turnover|income|sales|earnings|gross / revenue numbers|figures / money came|come|comes|coming in / money comes from / gross revenue|income

= measure cost
cost|costs|costing|expenses|expense|expenditure|spend|spent|outgoings|outlay|overheads / cost|costs of? to? running|run|hosting / running|operating costs|cost|expenses / what do|did we|i pay out / pay|paid|pays out 

= measure pay
pay|paid|owe|owes|owed|owing|wages|wage|salary|salaries|payroll / trainer|trainers|instructor|instructors|coach|staff pay|wages|wage|salary|cost|fees / trainers|instructors|coaches|staff costs / pay of|for trainers|trainer|instructors|instructor / what|how do|did|does we|i|it|the pay|paid / how much do|did we|i pay|paid / what do|did we|i pay|paid out to / pay|paid|pays|paying out to / do|did we|i pay|paid / trainer|trainers|instructor|instructors|coaches cost us|me? / cost of the|our? trainers|instructors|coaches / paid|pay|paying to? the|our? trainers|instructors|coaches|staff

= measure profit
profit|left after|net of trainer|staff|instructor? pay|wages|salaries / clear after pay|wages
profit|profits|profitability|margin|margins|surplus|net|profitable|lucrative|viable / gross|net profit|profits|margin|income|earnings|result / bottom line / how profitable / revenue|income|takings less|minus|after the? costs|cost|expenses
earner|earners|moneymakers|moneyspinners|moneymaker|moneyspinner / money spinner|spinners|maker|makers / after|once|when|with|net|less all? of? the|our|their? cost|costs|expenses been|are|is|have|come|comes? taken|come|paid|deducted|covered? off|out|away? / left|leave|leaves over? us? after the|our|their? cost|costs|expenses|pay / worth it|running|keeping|money|while financially? / make|turn|turned|made|making|making a|any profit / worth the money / in profit / left over
make|making|made or lose|losing money / make|making|made a profit or a? loss / profit or loss / pay|pays|paying off

= measure pay profit
worth what|all|the that|what|money|pay? we|i pay|paid him|her|them|it? / worth his|her|their pay|wage|wages|salary|money|rate|fee

= measure fill_rate profit
pull|pulls|pulling|pulled|carry|carries|carrying their|its|his|her own? weight / earning|earn|earns|earned their|its|his|her place|slot|spot / justify|justifies|justifying its|their|his|her place|slot|spot|existence|cost

= measure revenue cost profit
profit|profits and|or loss|losses / p and l / money in and? out

= measure profit_per_class
profit|margin|surplus|net per|a|each|for|every? each? CLASS / average|mean|typical profit|margin|loss / per class|session profit|margin / profit on|of the average / what do|does a|an|one|the average|typical|single CLASS leave|make|earn us?
CLASS leave|leaves us|me? with? after? costs? / average class make|earn

= measure revenue_per_visit
revenue|takings|income|sales|earnings|money|spend|yield|take|earn|make per|a|each|for|from each|every|an|one|a? visit|visitor|head|person|attendee|customer|member|guest|client|capita|booker / average spend|ticket|yield|income|revenue per? visit|visitor|head|person?
average|typical|each|every|one|a single? visitor|visit|person|member|customer|head|attendee|client worth|spend|spends|spent|pay|pays|paid|bring|brings|bringing|earn us|me? in? / worth per|of a|each? visit|head|person|visitor / visit|visitor|head worth / per head / per visit|visitor revenue|income|takings

= measure empty_seat_value
value|worth|cost|price|money of|in|from the|our|all? empty|unsold|unused|unfilled places|spots|seats|spaces|capacity / lost|missed|missing|forgone|potential|unearned revenue|income|takings|sales / empty|unsold|unused|unfilled PLACES worth|cost|value|costing us? / money|revenue|income|cash BE? we|i? left|leave|leaves|leaving on the table
lose|losing|lost money|revenue|income? on|to|from|through empty|unsold|unused|unfilled spin? PLACES / do|does|did empty|unused|unfilled PLACES cost us? / leaving|leave|left on the table / empty|unfilled PLACES BE? worth / unfilled PLACES on? <days> have? been? worth

= measure breakeven_attendance
break even|evens point|attendance|number|numbers|level|size|headcount? / breakeven|breakevens point|attendance|number|headcount? / to|for|before|until|till? it|we|they|that|this? to? break|breaks|broke even / need|needs|needed|require|requires|take|takes|must|should have? PEOPLE? to? be|turn|come|show|get|attract|up|in? to|for? it? break|pay|cover|make|earn even|its|for|a|itself|the|way|money|profit cost|costs|itself|way|profit|themselves?
before|until|till|for it|we|they|that|this|class to? pays|pay|breaks|break|covers|cover|makes|make|earns|earn|turns|starts|start for|even|its|their|a|our|any? to? itself|themselves|cost|costs|way|profit|money|keep? / from how many PEOPLE / to cover its|the|their|our costs|cost / need to|at to? break|pay|cover|make even|its|for|money|a? costs|itself|profit?
from how many PEOPLE on|onwards? is|are|does / BE? needed|necessary to break even / pays|pay for itself|themselves from

= measure slot_index
than? the? others at the same time|times|slot|slots / for the same time|times|slot|slots / slot index|effect|adjusted|corrected|adjustment / slot_index / time slot adjusted / beat|beats|beating|exceed|outperform|outperforms|outperforming|outdo|top|tops|defy|defies what? the|their|her|his|its|expectations? for|of? the|their|her|his|its? time? slot|slots|timeslot|timeslots|time|times would|should|might? suggest|suggests|predict|expect|imply|do|does?
allow|allowing|allowed|account|accounting|correct|corrected|correcting|adjust|adjusted|adjusting|control|controlling for the|her|his|their|its? time? slot|slots|time|times they|she|he? are|were|is|get|have? given|got? / for|given|considering|relative to? the|her|his|their|its|that? time? slot|slots|timeslot|timeslots|times they|she|he? get|gets|have?
than|as|what the|their|her|his|its time? slot|slots|time|times would|should|might? suggest|suggests|predict|predicts|expect|promise|deserve|do? / time? slot|slots taken|take into account
than? you|we|i|one would|could|should|might expect|think|predict|guess for|at|in|given|of|from? a|the|their|her|his|that|its|those? time? slot|slots|times|time|timeslot|timeslots? / than|as usual|expected|normal for|at the|their|that|this? time? slot|slots|times|time / over|under performs|perform|performing|performed? for|given|in|at the|her|his|their|its? time? slot|slots|times they|she|he? get|have? / punch|punching above

= measure trend
still? as strong|good|busy|popular|full|well as it|they|ever? was|were|before|used|usual|ever to? be? / trend|trends|trending|growth|momentum / growing|gaining|rising|improving|increasing|climbing|picking|getting|taking|thriving up|off|bigger|busier|better? or not? shrinking|losing|falling|declining|worsening|dying|fading|tailing|dropping|slipping|slowing|stalling|getting|going off|out|away|down|smaller|quieter|worse?
shrinking|losing|falling|declining|dying|fading|dropping off|out|away|down? or growing|gaining|rising|improving|increasing|climbing|picking up? / going? up or going? down / going? down or going? up / getting|becoming busier|better|fuller|stronger|up|more|bigger popular? or getting? quieter|worse|emptier|weaker|down|less|smaller popular? / getting quieter|worse|emptier|weaker or busier|better|fuller|stronger / on the way up|down or on? the? way? down|out|up? / going well or badly

= measure cancelled
cancelled|canceled|called|scrapped|axed|binned|canned|pulled|dropped off? CLASS / got|were|was|been|be|being|get cancelled|scrapped|axed|binned|canned|pulled|called off? / scrapped|axed|binned|canned / cancelled|canceled|cancellations|cancellation|cancel|cancels|cancelations|cancelling / called off / did not take place|run 

= measure capacity
capacity|capacities / PLACES we|i|you? offered|provided|available|offer|on in? offer|total? / total|many? PLACES in total / how many PEOPLE fit|can|could / total PLACES / out of how many PLACES? / how many PLACES BE|do|did|there|we|have|offered there|we|i? offer|have|offered?
PLACES on offer / hold|holds|held PEOPLE

= measure capacity held
how big|large is|are the|our|each|every? room|rooms? / how many PEOPLE|PLACES? can|could|do|does? we|you|i? fit|fits|squeeze in? / how many PEOPLE|PLACES? can|could we|you|i? get in? / PLACES|people fit|fits in? 

= weak capacity
PLACES / how many PLACES

= measure held
CLASS held / number|count|total of? the? CLASS held|hosted|run|ran|given / number|count of? the? CLASS that|which actually|really? took|ran|happened|went place|ahead?
how many CLASS did|were|was|have we|there|you|they|i? put|run|ran|hold|held|host|do|did|taught|teach|made|make|offer|give|taken|given on? / how many CLASS took|take place / how many CLASS did|has|have / how many CLASS we made|did|ran|held|had
CLASS hosted / held CLASS / CLASS that|which? actually|really took|take|ran|run|happened|went place|ahead? / CLASS that|which took|take|went place|ahead / CLASS that? did run / CLASS took|take place

= weak held
we|i have? run|held|hosted / used|use|uses|worked / put on

= measure sessions
how many CLASS BE|do|have|there|will? we|there|you|they|i? got? planned|scheduled|timetabled|on|run|running|put|do|offer|hold|host|have|got|given|give on? / how many of the|our|my? CLASS
number|count|total|numbers|tally of the|our? CLASS / CLASS count|counts|number|numbers|taught|offered|given|delivered|scheduled / CLASS run by / how many CLASS 

= weak profit
clear|cleared|clears|clearing / netted|netting us|me? / make|made|turn or lose / leave|leaves|leaving|left us|me with

= weak revenue
how many quid|pounds / quid|pounds|gbp|sterling / in pounds|quid|sterling / earn|earned|earns|earning|generate|generated|generates|generating|gross|grossed / turned|turn|turns over / bring|brought|brings|bringing in|home? / take|took|taken|takes|taking in? / money|cash|dough|dosh|bucks
money do|does|did we? make|take|earn|bring in? / make|made|makes|making / contribute|contributes|contributed / what did we? make|take|earn / how much did we|i|it? make|take|earn

= turn average
on average / average|averages|averaged|averaging|mean|typical|typically|usually|normally|generally get|gets|come|attend|see|draw? / what BE the average

= turn rate
rate|rates|percentage|percentages|proportion|ratio|percent|portion|fraction

= turn share
share|percent|percentage|proportion|fraction|part of the|our|all? total? / share|shares of the|our|all|total? / how much of the|our? total? revenue|takings|income|attendance|profit|business / share of? total?

= turn per_class
each|every single? time / a class|session on average / a|an class|session|time|go / in a class

= turn per_visit
per|a visit|visitor|head|person|attendee|member|customer / per capita

= turn value
value|worth / lose|losing|lost|miss|missing|missed|lossmaking

= order desc attended
busiest|hottest|favourite|favorite / most popular|busy|visited|attended|crowded|wanted / most in demand / best|highest|well|most attended|visited / biggest|largest|record|best crowd|crowds|turnout|turnouts|attendance|numbers|headcount / most PEOPLE|visits|visitors|heads / in|most demand
bring|brings|brought|draw|draws|drew|pull|pulls|pulled|attract|attracts|attracted|saw|had|get|gets|pulling in|us? in|the? most|biggest|largest PEOPLE|crowd|crowds / peak|peaks / pulls the? most|biggest / peak / most loved / crowd pullers|puller

= order asc attended
quietest|slowest|deadest / least popular|busy|visited|attended|crowded|wanted|loved / worst|poorest|badly|poorly|lowest|least attended|visited / unpopular / fewest|least PEOPLE|visits|visitors|heads / smallest|poorest|lowest crowd|crowds|turnout|turnouts|attendance|numbers / flops|flop

= order desc fill_rate
fill|fills|filled|filling the|her|his|their|a? room|rooms|class|classes|studio|places|bikes|mats the? best|most|fastest / best attended for its size
fullest / rammed / best|most filled|full|utilised|utilized|packed / least empty / from fullest|busiest to emptiest|quietest / closest to full|capacity / nearly|almost|always full

= order asc fill_rate
sit|sits|is|are|stand|stands? empty the? most|often? most? often / empty|empties the? most / emptiest / most empty|unfilled|vacant / least full|filled|utilised|utilized|packed / worst|poorest filled / from emptiest|quietest to fullest|busiest

= order desc empty_seats
wastes|waste|wasting|wasted the? most|biggest PLACES / most|biggest empty|unused|unfilled|unsold|wasted PLACES / most wasteful|wasted|waste|wasted

= order asc empty_seats
fewest|least empty|unused|unfilled|unsold PLACES

= order desc booked
most|best booked|bookings / best|top selling|sellers|seller / bestselling

= order asc booked
least|worst booked / fewest bookings

= order desc average_attendance
biggest|largest

= order asc average_attendance
smallest

= order desc profit
most|best profitable|lucrative|earning|paying / most money|profit / top|best|biggest|highest earner|earners|earning|money|profit maker|makers? / earns|earn|makes|make us|me? in? the? most money?

= order asc profit
least profitable|lucrative|profit / lose|loses|lost|losing the? most|biggest money? / most|biggest unprofitable|loss|losses|loser|losers|lossmaking / worst earner|earners / loses money? most

= order desc revenue
brings|bring|brought us|me? in? the? most money|cash / highest|best|top grossing

= order desc cost
most expensive|costly / dearest / costs|cost us? the? most

= order asc cost
cheapest / least expensive|costly

= order desc trend
gained|gaining|made|making the? most|biggest? ground / surging|booming|soaring|flourishing|blossoming / coming on|along / building up / heating up
getting|becoming|growing|got busier|fuller|bigger|stronger|better / more and more popular|busy / getting|becoming more popular|attended / growing|improving|rising|gaining|climbing|increasing|growing|picking|taking|trending|thriving|improved up|off|in? popularity|size|numbers|people|ground|momentum|traction|steam? / on the up|rise / going|gone|trending up|upwards / fastest|quickest|most growing|improved|improving|rising / gaining popularity
growing|improving|rising|climbing|gaining|going|grow|grows|grew|improved|grown up? the? fastest|quickest|most

= order asc trend
lost|losing|lose|loses|slipped|slipping|gone the? most|biggest? ground|backwards|support / drifting off|away|down? / on the wane / wobbling|flagging|sagging|tanking / going backwards / cooling off? / struggling the? most / nosedived|plummeted|tumbled|slid
losing|shedding people|members|customers|numbers the? fastest|quickest|most / getting|becoming|growing|got quieter|emptier|smaller|weaker|worse / getting|becoming less popular|attended / dying|tailing|petering|fading|slowing|dropping|falling|slipping|trending off|out|away|down|a|death? / losing steam|momentum|popularity|people|members|ground|visitors|attendance|customers|its appeal?
shrinking|declining|falling|fading|slipping|worsening|waning|stalling|struggling|sliding / fastest|quickest|most shrinking|declining|falling|fading|dropping / on the decline|slide|wane / going|gone|trending down|downhill|downwards / in decline / declined|fallen|fell|dropped|shrunk|slipped|declining|shrinking|falling|going|dropping down|off? the? most|fastest|quickest

= order desc
best|strongest|greatest / best for|on|by / best|top performing|performer|performers / perform|performs|performed|do|does|did|doing the? best / most successful / star|stars / best loved

= order asc
worst|weakest|poorest / worst for|on|by / worst|lowest performing|performer|performers / perform|performs|performed|do|does|did|doing the? worst|badly|poorly / least successful / underperforming|underperformers

= most desc
most|highest|greatest|maximum|max|peak|longest|record|leading / the most / most often|frequently / top

= most asc
least|fewest|lowest|minimum|min|bottom|shortest / least often

= more desc
more|better|higher|stronger|improved|up|gained / go|goes|going|gone|went up / risen|rise|rose|grown|grow|grew|increased|increase|improve|jumped|climbed / get|got|gets|getting|become|do|does|did|doing better

= more asc
fewer|less|worse|lower|weaker|down / go|goes|going|gone|went down / fallen|fall|fell|dropped|drop|declined|decreased|decrease|decline|shrunk|slipped|dipped|dip / get|got|gets|getting|become|do|does|did|doing worse

= more desc fill_rate
fuller

= more asc fill_rate
emptier

= more desc average_attendance
bigger|larger

= more asc average_attendance
smaller

= more desc attended
busier / better attended|visited / more popular

= more asc attended
quieter / worse attended|visited / less popular

= sorted desc
rank|ranking|ranked|sort|sorted|order|ordered all|the|our|my|them? / league table / highest|biggest|largest|best|most|top|descending first|order? / best|highest|biggest|most|largest earner|earners|seller|sellers|performer|performers|one|ones? at|on|to the? top / sort|sorted|order|ordered|rank|ranked by highest|biggest|most|best / in? descending order? / from? best|highest|most|biggest|high|top to worst|lowest|least|smallest|low|bottom

= sorted asc
lowest|smallest|worst|least|fewest|bottom first / worst|lowest|smallest one|ones|earners? at|on the? top / sort|sorted|order|ordered|rank|ranked by lowest|smallest|fewest|worst / in? ascending order? / from? worst|lowest|least|smallest|low|bottom to best|highest|most|biggest|high|top

= state fill_rate < 0.5
do|does|did|are|is not even? fill|reach|hit|get|make|manage even? to? half full|of? OUR? PLACES|capacity? / half|mostly|largely empty or? worse? / not even|quite? half full|filled / barely|hardly|scarcely half full|filled / not|never even? get|reach|hit|manage|fill|filling|make even? to? half full|filled|capacity|way|of? the|their? PLACES?

= state fill_rate < 1
not|never at? full|fill|sell|sold|filled|filling|been|get|gets|got out|up|full? / not|never at full? capacity / room to spare

= state fill_rate < 0.25
nearly|almost|practically|mostly|virtually empty / dead empty

= state fill_rate > 0.5
more|over than? half full

= state fill_rate >= 1 too
a? full house|houses / full|packed|rammed / fully|completely|totally booked|full|packed / sold|sell|sells|selling|booked|filled|packed out|up / maxed out

= state fill_rate <= 0 too
empty

= state profit < 0
lose|loses|lost|losing|bleed|bleeding|burn|burning|cost|costs|costing us|me? money|cash / cost|costs exceed|exceeds|outweigh the|its|their? revenue|takings|income|earnings / money|cash losers|loser|pit|pits / out of pocket / make|makes|made|making|run|runs|running|ran|operate a|at a? loss|losses / in the red / unprofitable|lossmaking / loss making|makers / at a loss / running|operating at a loss
cost|costs|costing us? more than they|it|we earn|earns|make|makes|bring|brings|take in? / profit BE? negative / negative profit|margin / below|under the|their|its? break even point? / below|under the|their|its? breakeven point? / not profitable|viable / do|does|did not make money|profit / do|does|did not make a|any profit / earn|earns|make|makes|bring|brings in? less than they|it|we cost|costs

= state profit > 0
above|over the|their|its? break even point? / in the black / profit is? positive / earn|earns|make|makes more than they|it|we cost|costs / make|makes|making|earn|earns|earning us|me? money

= state profit >= 0
pay|pays|paid|paying for itself|themselves / pay|pays|paid its|their own? way / earn|earns its|their keep / cover|covers|covered|covering its|their|our|the|my? own? cost|costs|expenses / wash|washes its face / not make|makes|made a? loss / not lose|losing money / break|breaks|broke|breaking even / enough to cover his|her|its|their classes|costs

= state attended <= 0
nobody|noone|none came|come|attended|turned|showed|shows|visited|turn to|up? / no one|body|people came|come|attended|turned|showed|visited|turn to|up? / not a single person|soul|visitor / with nobody|noone in? / with no one|people|visitors|attendance|attendees in? / had nobody|noone in|there / zero PEOPLE|attendance

= verdict dead
dead|flatlining CLASS?

= verdict dead unprofitable
cut|cutting|axe|axing|scrap|ditch|kill|discontinue|cull|bin / to drop|stop|cancel|remove|close|end / should|could|can|shall|must|would|do|ought i|we|you to? cut|drop|cancel|axe|remove|scrap|kill|stop|bin|ditch|close|end|discontinue|delete / should|could|can|shall i|we take off / should|could|can|shall i|we get rid of / do i|we get rid of / CLASS to cut / candidates for|to cutting|cut|axing|dropping / should go / get rid of / not worth keeping|running|it / taken off
should|could|can|must|ought|need|needs|deserve|deserves to? be|get cut|dropped|cancelled|axed|removed|scrapped|killed|stopped|binned|ditched|closed|discontinued / in trouble / for the chop / drop|cut from the timetable|schedule / problem CLASS

= verdict weak
weak CLASS?

= verdict healthy
healthy CLASS?

= filter substitute true
did|does|do a|the cover|sub|substitute|replacement teacher|trainer|coach|instructor? take|run|teach|give / substitute|substitutes|sub|subs teachers|teacher|trainers|trainer|coach|coaches|instructor|instructors? / cover teachers|teacher|trainers|trainer|coach|coaches|instructor|instructors / stand in|ins / standing|filling in / by|with|from|for a? substitute|substitutes|sub|subs|cover|covers / by|with a? stand in|ins / covered by a? sub|substitute / covered by a? stand in / covered by someone else / stood|stand|standing in / subbed|covered|substituted CLASS? / had|have|has|with a substitute|sub|cover / for? somebody|someone else / a|when? sub|substitute was? taught|teaching|teaches / taught|taken by a? sub|subs|substitute|substitutes / taught by someone else / someone else / subbing / covered CLASS / sub|substitute usage|use|cover

= filter substitute false
usual|regular|normal|own|proper teacher|trainer|coach|instructor|teachers|trainers|coaches|instructors|one|ones / not subbed|covered / no cover|sub|substitute

= filter status cancelled
which? CLASS? BE|got? cancelled only

= filter start_time 00:00..08:59
early morning|mornings / early CLASS / early birds / early starts|ones|slots

= filter start_time 20:00..23:59
late evening|evenings|night|nights / late CLASS

= filter part_of_day morning
morning|mornings / am / first thing / in|during|of|on the morning|mornings / breakfast

= filter part_of_day afternoon
afternoon|afternoons / in|during|of|on the afternoon|afternoons

= filter part_of_day evening
evening|evenings|night|nights / pm / in|during|of|on|at the? evening|evenings|night|nights / after work

= filter part_of_day night
overnight

= filter start_time 12:00..13:59
lunchtime|lunchtimes / at|over|during lunch|lunchtime / lunch time|times|hour / midday|noon / lunch CLASS

= filter source manual
with? source manual / counted|entered by hand|manually / by hand / manual count|counts|entries

= filter source camera
with? source camera / counted|seen by|with camera|cameras|the? / by camera

= filter source import
with? source import / imported|from a file|import|the

= filter quality A
quality|grade a

= filter quality B
quality|grade b

= filter quality C
quality|grade c / quality of c

= report now
is it|the|anyone busy|quiet|full|empty|packed|crowded / is|are we|they busy|quiet|full|packed / is the gym|club|place busy|quiet|full|empty|packed|crowded / how busy|full|quiet|packed is it|everything / how busy|full|quiet|packed is the gym|club|place / how busy|full|packed are we|things right? now / how many people|PEOPLE? are|is there? in|inside|here / is|are there? anyone|anybody|someone|people in|inside|here|up? in? / who is|are in|inside|here|around
right? now|currently|current|presently|live / right? this minute|moment|second|instant / just now / rn|atm / as we speak / at|for the|this? moment|present|minute|instant / at the minute / on at the moment / in the building|gym|place now? / who is|are in|inside|here / anyone|anybody|someone|is in|inside|here now?

= report timetable
what is|was|are|were|else|classes|is on / what BE on|there / what CLASS BE on|there|left|running|scheduled|planned / what CLASS do|have|has|did we|you|i|they have? got|on|have? / what BE happening|scheduled|planned|running|going on? / rostered / on shift|duty|rota / program for|on|at / program|schedule|schedules|timetable|timetables|calendar|programme|agenda|rota|roster|plan
what have|has|had|does|do we|you|i|it|he|she? got|on|planned|have on|planned? / BE there a|an|any|some more|other? CLASS|something|anything / BE there anything|something on? / is|are there / do|does we have|run|offer a|an|any? CLASS / CLASS BE still? on|running|scheduled|planned|left|remaining / at what time does|do|did|BE start? / what time do|does|BE|did / start|starts / who BE on|down|taking|running|doing|giving|leading|teaching|coaching|covering|up for?
where BE / anything on / teach|teaches|teaching|taught|instructs|coaching|leads|leading|working  / takes|taking the / led|given|taken|run by / on the schedule|timetable|rota / got|has|have|he|she on / up next / CLASS left|remaining|still today|tonight|on? / still to come / / show me the CLASS on|for / what CLASS run|ran|took|were place?

= report timetable who
who takes|took|runs|ran|gives|gave|leads|led|teaches|taught|covers the? 

= report timetable next
when is|are|does|do the? next / next CLASS|time|one / next / what BE next|coming up?

= free
free|left|open|available|remaining|spare PLACES / PLACES are|is|were|was|do|does|still|we|have|has? are|is? still? free|left|open|available|remaining|going / still free|available|bookable|unbooked / room left / still? have|has|got any? space|spaces|availability|room / with space|spaces|availability|room left|free|available? / how many PLACES|more BE|can|are? still? free|left|open|available|remaining / is|are there still? any? more? room|space|PLACES left|free? in|on|at|for? / still get|got in / any PLACES left? / how many more can|could

= word compare
compare|compared|comparing|comparison|comparisons|stack|stacks|measure up|side|by? to|with|against|of|between? side? / vs|versus|v|against / in|by comparison|relation to|with? / next|relative|beside to|side / side by side / beat|beats|beaten / difference|differences|change|changes between|from|of|in? / changed|differ / head to head / as opposed to / wow|mom / week on week change

= word than
than / than it|they|we|he|she|i was|were|is|are|did|had|got / over the same / on last

= word or
or / rather

= word and
and / plus / as well as / along|together with / also / both

= word each
each / each of / each one|of / respectively|individually|separately / every / which ones

= word which
which|what|where / which|what one|ones|of|BE of? the|our|my? / any|ones|the that|which|where|with

= word who
who|whose|whom / which of them

= word how_many
how is? many / how many of|times / how often / number|count|numbers|total|tally|quantity|amount of the? 

= word when
when / when is|was it / when are|were we / what|which time|times / at what time / time of|in the? week

= word how
how / how good|well|high|low|big|large|strong|bad|healthy / how do|does|did|is|was|are|were|am|has|have been? / how is it|things|business|everything|that|she|he going? / what BE the damage|story|score|situation|picture|position|verdict|state|word|latest with|on|for|at|in? / good|bad / tell me about

= word doing
going|shaping up? / holding up / getting along|on
performance|results / doing|performing|performed|perform|performs|performance|do|does|did|fare|fared|fares|faring|go|went|going|look|looking|results|getting on|like|shaping|holding up? / headline|key figures|numbers|stats|metrics / summary|recap|rundown|digest|overview|snapshot|stats|statistics|kpis|review|report|update / how BE it? going|doing / what BE happening|up|going on? with / any good / in terms of / spread|spreads|vary|varies|varied|distributed|develop|develops|developed|evolve|evolved|progress|progressed / tell me about / story of / worth keeping

= word have
have|has|had|having|with|log|logged / get|gets|got|getting / see|sees|saw / reach|reached|reaches|hit|hits|run|runs|ran|running|sit|sits|sitting / draw|draws|drew|attract|attracts|pull|pulls|pulling|pulled in? / teach|teaches|taught / hold|holds|held|host|hosts|hosted|offer|offers|offered|give|gives|gave / happened|happen / recorded|logged|registered / took|take place / bring|brings|brought

= word any
any / ever / BE there any? / at all

= word list
list|listed|table|name all|the|our? / show|give me? all of? the|our?

= word future
will|shall / going to / is|are expected

= word past
did|was|were|had|came|ran|taught|took|held|been

= word asked
is|are|was|were|did|does|do|has|have|am|can

= word self
my|mine|i|me|myself

= word only
only|just|exclusively|solely

= word them
them|they|those|these|it|that

= word follow
what|how about / and|but|so|ok|okay|now what|how about / the? same thing|question|again? for|with|in|on|but|by|as? / same / the same / instead|again / make|change it|that to? / now|and show|give me? that|it|this / now|just|only just|only / split|break|group it|that|this|them / sort it / no i meant

= word add
add|include|append|plus in? the? / can|could you add|include the? / with|plus|along with? the? too|also|added

= not before
except|excepting|excluding|exclude|excludes|minus|besides|barring|bar|ignoring|ignore|omit|omitting|skipping|skip|disregarding|discounting|without|outside|non|neither|nor for|of? / apart|aside|except from|for / without counting|including|the|any / not|do|never not? counting|including|count|include / other|others than / everything|anything|all|everyone|everywhere|everybody|anyone but|except|without|outside|bar|excluding / everything|anything|all|everyone|everywhere apart|other|aside from|than / but|and not|never / but? leave|leaving|take|taking|drop|dropping|strip|remove|removing out|aside|away of? / leaving|leave / if|when you|i|we leave|take|ignore|exclude|skip out|away? / no / but not in|on|at|by|with|the? / but without|excluding / rather than / instead of / not in|on|at|by|with|the|a|an|to|for / is|was|are|were not in|on|at|by|with|the|a / skip the

= not but
but

= not verb
not|never|nobody|noone|cannot|zero|nil|0|none / no one|body / did|do|does|is|are|was|were|has|have|had not|never / not a|any|had|have|been / without a? single|any / have|has|had zero|never / not a single / hardly any / with zero

= not after
excluded|omitted|excepted|ignored|aside / left out|aside / not included|counted / taken out / leave out of it / out of it

= nothing
if possible|poss / stuck / bother|bothers|bothering to?
pull|bring|look|dig that|this|me|it? up / could use a
or not
in|for|just|got|about a|an|half? hour|minute|second|sec|bit|moment|mo
is it just me or? / or is that|it just me|us / yet / team meeting / the? accountant|boss|board
rather than|not a|the|just? raw|absolute|actual? count|counts|number|numbers|total|totals / i have got|had / if that helps|makes sense / would|will you please? / off the top of your head / at a glance / just gone / by any chance / in one list|table|go|place / as in / actual|exact|precise|specific|raw / lot|lots|crew|brigade
i? hope you are well|ok|good? / hiya|morning / at once / i e / split|break /if you|u could|can please? tell|show|give me? / i was|am just? wondering|thinking|curious|asking if|whether? / because of / difference of|in? / i mean / quick one|question / good morning / morning how|can|quick / a|an the? / in|for|over|of total|general|particular|detail / in all / in terms of / when it comes to / as far as / as regards / so far / to date / all told|in|together / out of interest / by the way / overall|total|totals|altogether|combined / per cent / each way / in pounds / as a / of all|our|the / all of|the|our / for|of me|us / how much / can|could i|you|we see|have|get|show|tell|give|pull|list|break|split / i|we want|need|would to|like know|see|is|to? / anyone know / at the door
`;

/** Words that carry nothing that a query could hold. */
export const FILLER = `
a an the this that these those there here it its their they them his her he she him our ours us we you your yours my mine i me
is are was were be been being am do does did doing done has have had having can could would should will shall may might must
of in on at for from to with into about over as then so and or - by out please ok okay yes well oh um uh er hmm hi hello hey
thanks thank thx cheers ta tell show give see view let want wants need needs like looking look looks all used trying sure right
gym gyms club really very quite roughly approximately approx actually still go goes got again quick count figure figures data
compute provide return put basically honestly honest literally simply obviously maybe wise across among whole although though
meaning single building question questions think thinking thought keep stuff real ones tbh btw fyi asap mate anyway kinda sorta
just also too only lot ever now today many know other others rest remaining else wondering wonder curious interested went between thru together everything
`
  .trim()
  .split(/\s+/);
