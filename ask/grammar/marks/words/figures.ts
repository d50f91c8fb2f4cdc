/** Words for measures and for the states of a class. How a table is written: `readTable` of `../../text/pattern.ts`. */

export const MEASURE_WORDS = `
= strong attended
attendance|attendances|visits|footfall|headcount|headcounts|turnout|turnouts|participation|uptake|entries|admissions
head|body count|counts / turn outs|out|ups / actual turn outs|out|ups / turnups / show ups / showups / foot? traffic / visitor|attendee|member|people numbers|counts
bums on seats / check ins|in / checkins / how well attended|visited / better|well attended|visited / how busy
busy|rammed|heaving|slammed|mobbed|buzzing|chocka / how rammed|heaving|slammed|mobbed|buzzing|quiet / how popular / popularity|popular
how many PLACES were|was|are|is|get|got|gets? actually|really? used|taken|filled|occupied|sold / how many were|was|are|got|get taken|filled|occupied|used
PLACES were|was|are|is|get|got|gets? actually|really? taken|filled|occupied|used|sold
how many PLACES do|did|does we|i fill|use
PEOPLE? who|that actually|really came|come|turned|showed|attended up|in? / actual visits|visitors|attendance|attendees|turnout
= strong average_attendance
average|mean|typical|avg class|session|group? size|sizes / class|group size|sizes / average_attendance
average|mean|typical attendance|turnout|headcount|visits / attendance average
= strong fill_rate
fill|filled|filling|fills|occupancy|utilisation|utilization|utilised|utilized|fullness|fill_rate|fillrate
fill|occupancy|utilisation|utilization|attendance|capacity|load rate|rates|level|levels|percentage|percent|factor
fill up
percent|percentage|share|proportion|portion|part|fraction of? the? our? total? available? capacity|PLACES was|is|were|are|gets? got? used|taken|filled|occupied|utilised?
how many of the? our? PLACES were|was|are|is|get|got|gets? used|taken|filled|occupied
how much of? the? our? capacity was|is|gets? got? used|taken|filled|occupied|utilised
percent|percentage full|filled|booked|occupied|sold|used|utilised / capacity used|use|usage|utilisation|utilization / how well? used|utilised|filled / how full|packed|crowded|empty / how close|near is|was|are|were? we? to full? capacity|full / how far off|from full? capacity|full
how well do|does we? fill / pack|packs|packed|packing them|em|people|punters in / pull|pulls|pack|packs in? the? crowds in?
= strong booked
booked|book|books|bookings|booking|reservations|reservation|reserved|reserve|signups|registrations|registered|enrolled|enrolments|prebooked
sign|signed|signs ups|up / make|made|makes a? booking|bookings|reservation|reservations
places|spots|seats|spaces booked|reserved / those|people who|that booked
= strong no_shows
no show|shows|shower|showers offender|offenders|culprits|people? / noshow offenders / no show|shows|shower|showers / noshow|noshows|no_shows / stayed|stay|stays away
booked people|members|customers stayed|stay away / booked PEOPLE who? did|do not come|show|turn|attend up?
booked and|but did|do|does not come|show|turn|attend up?
booked but|and never came|come|showed|shows|turned|turn up? / did|do|does not turn|show up
fail|failed to show|turn|attend|come up?
gap|difference between? booked|bookings and came|come|attended|attendance|arrivals
PEOPLE? who|that booked and|but? did|do|does not come|show|turn|attend up?
PEOPLE? who|that booked and|but? never came|come|showed|turned|attended up? / missed bookings
absentees|absences|absent|nonattendance|ghosted / PEOPLE who? never came|come|showed|turned up?
booked people|members|customers|clients missing
book|booking|booked|bookings and|but|then do? not|never turn|turning|show|showing|come|coming|turned|showed up?
stood|stands|stand us|me|him|her|them? up / get|gets|got|getting|been|be stood up / blew|blow|blown us|me|him|her|them? out|off / do|does|did? not bother|bothered|bothering turning|showing|coming|to? turn|show|come? up? / not turning|showing up / book|booking|booked and|but then? do|does|did? not|never bother|bothered|actually|even? to? turn|turning|show|showing|come|coming|turned|showed|came up?
do|does|did not actually turn|show|come up?
= strong no_show_rate
no show|shows rate|rates|percentage|percent|share|ratio|quota
noshow|noshows rate|rates|percentage|percent|share|ratio / no_show_rate
rate|rates|share|percentage|percent|proportion|portion|fraction of no show|shows
rate|rates|share|percentage|percent|proportion of noshows
rate|share|percentage|percent|proportion|portion|fraction|part of? the? our? bookings that|which? are|were|end|ended? up? as|in|no no? shows|show
= strong walk_ins
walk ins|in / walkins|walkin|walk_ins|unbooked / drop ins|in / without a? booking|bookings|reservation
came|come|turned|turn|attended|attend up? without a? booking? / came|come|attended without? having? booked
PEOPLE? who|that? had|have|did not booked|book / not booked / without having? booked|booking / on|at the door
drop|drops|dropped|dropping|pop|pops|popped|walk|walks|walked|walking|show|shows|showed|turn|turns|turned|came|come in|by|along|over|up? without|with no? a|any|having|prior|previous|making? booking|bookings|reservation|reservations|booked
came|come|turned|turn|showed|show|walked|arrived in|up? unannounced|unbooked
off the street
= strong late_cancels
late cancel|cancels|cancellations|cancellation|cancelled|cancelations|cancelers|cancellers
late_cancels|latecancels / cancelled|cancel|cancels|cancellations late / cancelled|cancel too late
last minute cancellations|cancellation|cancels|cancel|cancelled|dropouts|dropout|withdrawals|pullouts|bailouts|bails / last minute drop|pull outs|out
late dropouts|dropout|withdrawals|withdrawal|pullouts|bailers|bails / late drop|pull outs|out
drop|drops|dropped|pull|pulls|pulled|back|backs|backed|bail|bails|bailed|cry|cried|duck|ducked out|off|on? us? at? the? last|short minute|notice|second|moment
cancelled|cancel|cancels|cancellations at the? last|short minute|notice / late|lately cancelled bookings
short notice cancellations|cancels / dropped|drop|drops|pulled|pull|pulls|backed|bailed|cried|ducked out|off? on? us? late / withdrew|withdraw|withdraws|bailed late
= strong waitlisted
a|any class|session with a|any? waitlist|waitlists / a|any class|session with a|any? wait|waiting list
waitlist|waitlists|waitlisted|waitlisting|waiting|queueing|queue|queues / PEOPLE waiting|queueing
wait|waiting list|lists / wait|waiting list|lists numbers|size|sizes|length|lengths / on the? waitlist|waitlists / on the? wait|waiting list|lists
how long|big|large is|are|was|were the? our? waitlist|waitlists|queue|queues
how long|big|large is|are|was|were the? our? wait|waiting list|lists
waitlist|waitlists numbers|number|size|sizes|length|lengths|figures
= strong empty_seats
empty|unused|unfilled|unsold|unoccupied|wasted|vacant|spare|left PLACES / empty_seats
through|via|for empty|unused|unfilled|unsold|wasted|vacant PLACES / because|thanks|due|owing|down|account of|to|on? empty|unused|unfilled|unsold|wasted|vacant PLACES
PLACES not|never taken|used|filled|sold / PLACES nobody|noone took|used|filled|wanted|booked / PLACES left over
empty|unused mats|bikes|chairs
PLACES were|was|are|is|stay|stayed|go|went|remain|remained|left? empty|unused|unfilled|unsold|over|wasted
how many PLACES were|was|are|is|stay|stayed|go|went|remain|remained|left? empty|unused|unfilled|unsold|over|wasted
unused|spare|wasted|unsold|unfilled capacity
= strong over_capacity
over full|filled|crowded|subscribed class|session|classes|sessions
a|any class|session|classes|sessions that|which? was|were|go|goes|went|gone|going|get|got? over|above|beyond|past the? its? their? capacity|limit
a|any overcrowded|overfull|overfilled|overbooked class|session|classes|sessions
over|above|beyond|past the? their? its? capacity|limit / go|goes|going over|above|beyond|past the? their? its? capacity|limit
over_capacity|overcapacity|overcrowded|overfull|overfilled|overbooked|overcrowding|overflowing
exceeded|exceed|exceeds|exceeding their|the|its? capacity|limit / more people than PLACES
more people than there were|are|is? PLACES / more people than fit|fitted|allowed|capacity
went|go|goes|gone|were|was over capacity / too full|crowded|packed / too many PEOPLE / bursting
= strong revenue
revenue|revenues|takings|turnover|income|sales|earnings / gross
revenue|revenues numbers|figures
money came|come|comes|coming in / revenue|money comes|came|come from
= strong cost
cost|costs|costing|expenses|expense|expenditure|spend|spent|outgoings
pay|pays|paid|paying for|out|towards for? / what do|does|did i|we pay out? for|on?
cost|costs of? to? running|run|hosting|holding|hold / running|operating costs|cost|expenses / outlay|overheads
= strong revenue cost profit
profit|profits and|or loss|losses / p and l / make a? profit|money or a? loss
= strong profit
more|less|as profitable|lucrative / gross|net profit|profits|margin|margins / profit|profits|margin|margins|profitability|surplus|net / bottom line
how profitable|lucrative / earner|earners|moneymakers|moneyspinners
revenue|income|takings less|minus the? costs|cost|expenses / net income|earnings|result
pay|pays|paying off
after|once|when|with all? the? our? their? cost|costs|expenses are|is|have|has|come|comes|came been? taken|come|paid? off|out|away|deducted|covered? / after the? our? their? cost|costs|expenses / net of the? our? their? cost|costs|expenses / left over? after the? our? their? cost|costs|expenses|pay / left|leave|leaves after cost|costs|expenses|pay / worth it|running|keeping|money
worth the? money / in profit / breaks|broke|breaking even
= strong profit_per_class
how much? profit|surplus do|does|did a|one average|typical|single|individual class|session leave|make|earn|bring|give|yield us|me? in? with?
what do|does|did a|one average|typical|single|individual class|session leave us|me? with?
profit_per_class / profit|margin|surplus per|a|each|for? each? class|session
average|mean|typical|avg profit|margin|loss
average|typical class|session leave|leaves|make|makes|earn after? cost|costs? / per class|session profit|margin
net per class|session
= strong revenue_per_visit
revenue_per_visit
revenue|takings|income|sales|earnings|money per|a|each|for? each? visit|visitor|head|person|attendee|customer|member|guest|capita
revenue|takings|income|earn|make|take|spend|yield per|from|for|a? a|each|one? visit|visitor|head|person|attendee|customer|member|guest|client|participant|booker
average spend|ticket|yield
average|typical|each|every|one visitor|visit|person|member|customer|head|attendee|client spend|spends|spent|pay|pays|paid|bring|brings|brought|give|gives|gave us|me? in?
average|typical spend|revenue|takings per|a|of|by? a? visit|visitor|head|person|attendee|customer|member
spend|worth per|of a? a? visit|visitor|head|person
one|each|a visit|visitor|person|head worth|bring|brings|earn|earns in? / visit|visitor worth
= strong empty_seat_value
empty_seat_value
value|worth|cost|price of the? our? empty|unsold|unused|unfilled places|spots|seats|spaces|capacity
lost|missed|missing|forgone|potential|unearned revenue|income|takings|sales / missed|missing|forgone|potential|unearned money
empty|unsold|unused|unfilled PLACES worth|cost|value|costing
money on|to|from|with|through|for empty|unsold|unused|unfilled PLACES
lose|losing|lost money|revenue|income? on|to|from|with|through|by empty|unsold|unused|unfilled PLACES
money|revenue|income|cash? left|leave|leaves|leaving on the table
= strong breakeven_attendance
have|has|need|needs|must|should to? be|turn|come|show|get|attract|draw up? to|for|before|until it|we|us? to? break|breaks even / for|before|until it|us|we to? break|breaks even
break even|evens point|attendance|number|numbers|level|size?
breakeven|breakevens|breakeven_attendance point|attendance|number|numbers|level?
do|does need|needs to break even / need|needs|needed|required|necessary|take|takes to|for? break|breaking even
need|needs|needed|required|take|takes|necessary to pay|cover|earn|make for? its|their|itself|themselves|the|a? cost|costs|way|profit|money?
need|needs|needed|require|requires|takes before|until|so it|we|they|that|this start|starts? to? pay|pays|paying|break|breaks|breaking|cover|covers|make|makes|making|turn|turns|earn|earns for|even|its|their|a|our|any? own? itself|themselves|cost|costs|way|profit|money|keep?
need|needs|needed for|at|in|to / before|until|till|for it|we|they|that|this|she|he|i? to? start|starts|begin|begins|can|could? to? make|makes|pay|pays|break|breaks|cover|covers|turn|turns|earn|earns for|even|its|their|a|our|any|the? own? itself|themselves|cost|costs|way|profit|money|keep?
how many PEOPLE do|does|must|should we|i|it|a|the? need / from how many PEOPLE on|onwards|does|is|do|are?
how many PEOPLE do|does we|i|it? need to|for|in|at? break|pay|cover? even|for|its? itself|costs|cost?
PEOPLE do|does we|i|it? need to|for|in|at? break|pay|cover? even|for|its? itself|costs|cost?
= strong slot_index
beat|beats|beating|exceed|exceeds|exceeding|outperform|outperforms|outdo|outdoes|top|tops|defy|defies what the|their|her|his|its time? slot|slots|timeslot|timeslots|time|times would|should|might? suggest|suggests|predict|predicts|expect|expects|imply|implies|promise|promises|deserve|deserves|do|does
slot index|indexes|indices|effect / slot_index
allow|allowing|allowed|account|accounting|correct|corrected|correcting|adjust|adjusted|adjusting|control|controlled|controlling for the? her|his|their? time|times? slot|slots|time|times
time? slot|slots taken|take into account
allow|allowing|allowed|account|accounting|correct|corrected|correcting|adjust|adjusted|adjusting|control|controlled|controlling for the? her|his|their? time|times? slot|slots|time|times they|she|he are|were|is|was|have|has|had|get|gets been? given|got|assigned?
than|as|what the|their|her|his|its time? slot|slots|time|times would|should|might? suggest|suggests|predict|predicts|expect|promise|deserve|deserves|do?
than the? slot|slots average|averages
outperform|outperforms|outperforming|beat|beats|beating the|their|her|his|its|expectations|expectation for|of? the|their|her|his|its? time? slot|slots|timeslot|timeslots|times|time
more|better|higher|fewer|less|worse|lower|busier|fuller? than you|we|i|one|anyone|they? would|could|should|can|might|may? be? expect|expected|predict|predicted|think|guess|imagine for|at|in|given|of|from? a|the|their|her|his|that|its|those? time? slot|slots|times|time|timeslot|timeslots?
than|as usual|expected|normal for|at the|their|that|this? time? slot|slots|times|time
slot|time adjusted|corrected / for her|his|their|its time? slot|slots|times
given|considering|relative to? the? her|his|their|its? time? slot|slots|times
over|under perform|performs|performing|performed|performer|performers for|given|in|at the? her|his|their|its? time? slot|slots|times
compared to|with the? her|his|their|its time slot|slots
underperform|underperforms|underperforming|overperform|overperforms|overperforming for|given|in|at? the? her|his|their|its? time? slot|slots|timeslot|timeslots
= strong trend
trend|trends|trending|growth
growing|gaining|rising|improving|increasing|climbing|expanding|thriving|blooming|picking|getting|taking up|off|bigger|busier|better? or shrinking|losing|falling|declining|worsening|decreasing|dying|fading|tailing|dropping|slipping|sinking|struggling|petering|slowing|stalling|getting|going off|out|away|down|smaller|quieter|worse|back?
shrinking|losing|falling|declining|dying|fading|dropping|tailing off|out|away|down? or growing|gaining|rising|improving|increasing|climbing|picking up?
going? up or going? down / going? down or going? up / up or down / momentum
on the way? up or on? the? way? down|out|slide|wane|decline / doing|going better|up or worse|down
getting|becoming bigger|busier|better|fuller|stronger|up|more|higher popular? or getting? smaller|quieter|worse|emptier|weaker|down|less|lower popular?
getting|becoming smaller|quieter|worse|emptier|weaker|less|lower popular? or getting? bigger|busier|better|fuller|stronger|more|higher popular?
= strong cancelled
a|any? class|session|lesson|classes|sessions|lessons got|were|was|get|been? scrapped|axed|binned|canned|nixed|shelved|scratched / scrapped|axed|binned|canned|nixed|shelved|scratched class|session|lesson|classes|sessions|lessons? / got|get|gets|were|was|been pulled|dropped|cut|removed|scrapped|axed|binned|canned|nixed|shelved|scratched
a|any cancelled|canceled class|session|lesson / a|any class|session|lesson cancelled|canceled
a|any class|session called off
cancelled|canceled classes|sessions|lessons|courses
cancelled|canceled|cancellations|cancellation|cancel|cancels|cancelations / called off / did not take place
did not run
= strong capacity
capacity|capacities / PLACES offered|provided / PLACES in total / PLACES on offer
how many PEOPLE fit|can|could fit? / total PLACES / out of how many places|spots|seats|spaces?
= strong held
classes|sessions|lessons held|hosted by? / held classes|sessions|lessons
classes|sessions|lessons that|which? actually? took|take place / classes|sessions|lessons that|which? actually? happened|went|gone ahead?
= strong sessions
how many classes|sessions|lessons are|is|were|do|have we|there|you? got? planned|scheduled|timetabled
how many of? the? our? my? classes|sessions|lessons|courses|class
how many classes|sessions|lessons did|do? we|you|they made|make|did|do
number|count|total|numbers of the? classes|sessions|lessons|class / class|session count|counts|number
classes|sessions|lessons taught|run|offered|given|scheduled|planned|delivered by?
= weak attended
PEOPLE / present|attending PEOPLE / PEOPLE present / attended|visited|attend|attends|attending|visit
actually? came|come|comes|coming|attended|attend in|along? / showed|shows|show|turned|turn|turns up / checked in
through the? our? door|doors / walked|walk|walks|got|came|come through the? our? door|doors
walked|walk|walks in / crowd|crowds / we got|get|had / made it / train|trains|training|trained|exercise|exercised|exercising
work|working|worked out / anyone|anybody|someone|somebody|everyone|everybody
how many people|visitors|members|customers|clients|guests / numbers
= weak capacity
PLACES / how many PLACES
= weak profit
clear|cleared|clears|clearing / netted|netting|nets us|me?
leave|leaves|leaving|left us|me with / are|is|were|was we|i left with / leave|leaves|leaving us|me
= weak revenue
how many quid|pounds / quid|pounds|gbp / pounds sterling / in pounds|quid|sterling|gbp sterling?
earned|earn|earns|earning / turned|turn|turns over / bring|brought|brings|bringing in|home? / take|took|taken|takes|taking in
money do|does|did we? make|take|earn|bring in?
money|cash|dough|dosh|wonga|moolah|bucks|moneys / contribute|contributes|contributed to?
make|made|makes|making|take|took|taken|generate|generates|generated|generating|gross|grossed
= turn average
usual|normal / usually|normally|generally get|gets|come|comes|attend|attends|turn|turns|show|shows|see|have|draw|draws|attract|attracts in|up|along?
what is|was|are|were on|the average / average|averages|averaged|averaging|avg|mean|typical|typically
on average
= turn rate
rate|rates|percentage|percentages|proportion|portion|fraction|share|ratio|percent
= turn per_class
per|a|in? a? class|session / per|a class|session on average / per single|individual class|session
= turn per_visit
per|a visit|visitor|head|person|attendee|member|customer / per capita
= turn value
value|worth / lose|losing|lost|miss|missing|missed
`;

export const STATE_WORDS = `
= state fill_rate < 0.5
half|mostly|largely empty / less|under|not half full / less than half full / under half / not even half full
barely|hardly|scarcely half full|filled / not|never even? get|reach|hit|manage|go|make even? to? half full|filled|capacity|way?
= state fill_rate < 1
not|never at full? capacity
= state fill_rate > 0.5
more|over than? half full
= state profit < 0
lose|loses|lost|losing|bleed|bleeds|bleeding|burn|burns|burning|haemorrhaging|cost|costs|costing us|me? money|cash
cost|costs exceed|exceeds|exceeded|outweigh|outweighs|outstrip|outstrips the|its|their? revenue|takings|income|earnings
money|cash losers|loser|pit|pits / out of pocket / make|makes|made|making a? loss|losses / in the red
unprofitable|lossmaking / loss making|makers / at a loss
cost|costs|costing us? more than they|it earn|earns|make|makes|bring|brings in? / profit is|was|were? negative
below|under|beneath the? their? its? break even point? / below|under the? their? its? breakeven point?
negative profit|margin / run|runs|running|ran|operate|operates at a loss / not profitable
earn|earns|make|makes|made less than they|it cost|costs / bring|brings|brought in? less than they|it cost|costs
= state profit > 0
above|over|past|beyond the? their? its? break even point? / above|over|past|beyond the? their? its? breakeven point?
profitable / in the black / profit is? positive / positive profit / earn|earns|make|makes more than they|it|she|he|we cost|costs|charge|charges?
make|makes|made|making|turn|turns|turned|turning us? a? profit / make|makes|made|making|earn|earns|earning us|me? money
= state profit >= 0
pay|pays|paid|paying for itself|themselves / pay|pays|paid|paying its|their own? way / earn|earns|earning its|their keep
cover|covers|covered|covering its|their|our|the|my? own? cost|costs|expenses|own
meet|meets|met|pay|paid its|their|our|the|my own? costs|expenses / wash|washes|washing its|their face|faces
not make|makes|made a? loss / not lose|losing money / break|breaks|broke even
= state attended <= 0
nobody|noone came|come|attended|turned|showed|shows|visited to|up?
no one came|come|attended|turned|showed|visited to|up? / not a single person|soul|visitor
with? nobody|noone in? / have|has|had|got nobody|noone in|there? <closed> / with? no one|people|visitors|attendance|attendees in?
= state held <= 0
we|i do|did not run|hold|host|have|offer|put any|a|on classes|class|sessions|session on?
did we|i not run|hold|host|have|offer any classes|class|sessions|session / no classes|class|sessions|session ran|run|happened|held|were|was|on|took on|place?
= state fill_rate >= 1 too
a? full house|houses / full|packed|crowded / fully|completely|totally booked|full|packed / sold|sell|sells|selling|booked|filled|packed out|up
= state fill_rate <= 0 too
empty
`;

export const VERDICT_WORDS = `
= verdict dead of fill_rate
dead / dying
= verdict dead unprofitable of fill_rate profit
should|could|can|shall|must i|we cut|drop|cancel|axe|remove|scrap|kill|stop|bin|ditch|close|end|discontinue|delete
do i|we cut|drop|axe|scrap|kill|bin|ditch|discontinue / should|could|can|shall|do i|we take off / should|can i|we get rid of
cut|axe|scrap|ditch|kill|discontinue|cull / to cancel|remove|stop|close|delete|end
candidates for|to cutting|cut|axing / should go / get rid of / not worth keeping|running|it / taken off
should|could|can|must|ought|need|needs|have|has|deserve|deserves to? be|get cut|dropped|cancelled|canceled|axed|removed|scrapped|killed|stopped|binned|ditched|closed|ended|discontinued|deleted|culled
in trouble
= verdict weak of fill_rate
weak
= verdict healthy of fill_rate
healthy
`;
