/**
 * What words mean: phrases by what they stand for, as `phrases.ts` reads them; `measure no_shows` stands before those of a
 * figure. The longest phrase at a place is meant, and of two of one length the first in this file.
 *
 * `weak` figures say little ("people", "money") and give way to another figure of their kind. `order` is a superlative and
 * `more` a comparative, with the figures that they are of, if they say any. `state` is a bound that a word has in itself.
 */
export const LEXICON = `
by substitute: sub|subs vs|or|versus|against regular|usual|normal / regular|usual|normal vs|or|versus|against sub|subs|cover
by quality: can|should|do i|we trust|believe these|the|your|our? numbers|figures|counts|data? /
  how sure|certain|confident are you about|of|in these|the|your|our? numbers|figures|counts? /
  how accurate|reliable|trustworthy|good|exact are|is|were|was these|the|your|our? numbers|figures|counts|counting|data
by class: different|distinct CLASS
by weekday hour: heatmap|heatmaps / heat map|maps / weekly pattern
by day: daily / day after|to day
by week: weekly / week on|over|after|to week / wow
by month: monthly / month on|over|after|by|to month / mom
by hour: hourly /
  across|throughout|through|over|during|spread|distributed|vary|varies|change|changes over|across|through|throughout|during? the? course? of? the? hours? of? the? day /
  across|throughout|through|over|during the? course? of? the? day / as the day goes on? / through the day
by weekday: across|throughout|through the? whole? week / mondays tuesdays and so on / on mondays on tuesdays and so on|forth /
  monday to|through|- to? sunday
by part_of_day: am vs|versus|or|against|and pm
by start_time: which|what time slot|slots
by weekday start_time: what|which day|days and times|time|hour|hours
by weekpart: weekday weekend / weekdays weekends / weekdays vs|versus|against|or|and weekends / monday to|- friday vs|versus|against|or|and weekends /
  weekends vs|versus|against|or|and weekdays / weekday vs|versus|against|or weekend / weekend vs|versus|against|or weekday
noun hour: at? what|which time|times|hour|hours BE|do|does we|it|you|things / at? what|which time of the? day
measure attended: attendance|attendances|visits|visit|footfall|headcount|headcounts|turnout|turnouts|participation|uptake|admissions|attendees|entries / total CLASS attendance|attendances|visits|turnout /
  head|body|bum count|counts / turn outs|out|ups / foot traffic / bums on seats|bikes / check ins|in / checkins /
  how well attended|visited / well attended|visited / how many of them|those|these were|got|are|get actually? used|taken|filled / PEOPLE? who|that actually|really came|come|turned|showed|attended up|in? / PEOPLE who|that came|come|turn|turned|attend|attended up|in? /
  how many PLACES were|was|are|is|get|got|gets? actually|really? taken|filled|occupied /
  how many were|was|are|got|get|gets actually? taken|filled|occupied|used / PLACES actually|really? used|taken|filled / traffic|throughput
weak attended: how many used|use|uses / numbers|figures|totals / need|want the number / interest|demand|popularity in|for|of / how many in / joined us / PEOPLE took|take / PEOPLE who|that just? / how many on the PLACES /
  how many did|do|does they|it|he|she|i|we|you pull|draw|attract|get|see|have in? / total for|in / busy|quiet|popular / PEOPLE /
  attended|visited|attend|attends|attending|visit|come|comes|came|coming in|along? / rock|rocked|rocking|roll|rolled up /
  showed|shows|show|turned|turn|turns|turning|showing up / showed|shows / checked in / through the|our? door|doors / crowd|crowds /
  anyone|anybody|someone|somebody|everyone|everybody / train|trains|trained|training|exercise|exercised / got|get through / were we / did we have|get|see in?
measure average_attendance: average|mean|typical|usual number in|at|of / average|mean|typical|usual class|session|group? size|sizes|attendance|turnout|headcount|visits|crowd /
  CLASS|group size|sizes / PEOPLE per CLASS on? average? / how many PEOPLE do|does|did we|you|i get|have|see per|in|to a|each? class|session|lesson
measure fill_rate: fill|filled|filling|fills|occupancy|utilisation|utilization|utilised|utilized|fullness /
  fill|occupancy|utilisation|utilization|attendance|capacity|load rate|rates|level|levels|percentage|percent|factor / occupancy /
  percent|percentage|share|proportion|portion|part|fraction of? the|our? total? available? capacity|PLACES was|is|were|are|gets|got? used|taken|filled|occupied|utilised? /
  how much of the|our? capacity was|is|gets|got? used|taken|filled / how well? used|utilised|filled / how full will? / how packed|crowded|empty /
  pack|packs|packed them|em|people in
measure fill_rate fill_goal: how far|close|near off|from|below|above|short|to of? OUR? goal|goals|target|targets /
  far|furthest|farthest|way off|from|below|under|above|short of? OUR? goal|target / fill|filling|occupancy? goal|goals|target|targets /
  goal|goals|target|targets for? fill|filling|occupancy /
  below|above|under|over|behind|beyond|missing|hitting|reaching|meeting the|their|our|its|his|her? fill? goal|goals|target|targets /
  short of the|their|our|its? goal|target
measure average_attendance attendance_goal: attendance|turnout|headcount goal|goals|target|targets /
  goal|goals|target|targets for attendance|turnout
measure booked: out? of all? the? PEOPLE who|that booked / those who|that have|had? booked /
  booked|book|books|bookings|booking|reservations|reservation|reserved|signups|registrations|registered|enrolled|enrolments / signed up /
  sign ups
measure no_shows: book|books|booked|booking and|but|then? then? not bother|bothering? to? show|turn|attend|come|showing|turning|coming up? /
  PEOPLE not showing|turning|coming up? / PEOPLE skip|skips|skipped|skipping / PEOPLE miss|missed|missing / no show|shows|shower|showers|showed / absentees|absences|absent|nonattendance /
  booked PEOPLE? stayed|stay|missing away? /
  book|booked|booking|bookings|books and|but|then? then? did|do|does|never not? bother? even? show|turn|attend|come|turned|came|showed|arrive|turning|showing|coming up? /
  PEOPLE who? book|booked and|but then? do|did|never not? come|turn|show|came|turned|showed|attend up? / did|do|does not turn|show up? /
  fail|failed to show|turn|attend|come|appear|arrive up? / but|and not came|come|attended|showed up? / PEOPLE who did|do not turn|show|come up? /
  gap|difference between booked|bookings and came|attended|attendance|arrivals|present / missed bookings /
  stood|stands|stand|get|gets|got us? stood? up / never turned|showed|came|appeared|arrived up? /
  flake|flaked|flakes|flaking|flaky out|on? us?
measure no_show_rate: no shows per booking|bookings / rate|share|percentage|percent|proportion of the|our? bookings|people that|which|who? are|were|end|ended? up? as? no shows|show /
  share|percentage|percent|proportion of the? bookings|people|PEOPLE who|that booked? did|do|does not bother|bothered? to? turn|show|come|turning|showing|coming up?
measure walk_ins: walk ins|in / walkins / drop ins|in / without a|any|prior? booking|bookings|reservation / unbooked /
  PEOPLE who|that? had|have not booked|reserved / not booked / walked|walk|walks|dropped|drop|drops|dropping|pop|popped|pops in|by /
  PEOPLE? came|come? who had|have not booked /
  PEOPLE who|that just? walk|walked|drop|dropped|turn|turned|rock|rocked in|by|up? without? a|any? booking|bookings?
measure late_cancels: cancel|cancelled|cancelling|cancellations|cancels at|in? the? last minute|moment|second /
  late cancel|cancels|cancellations|cancellation|cancelled|cancelations|cancelers|cancelling|cancellers / late drop outs|out /
  last minute cancellations|cancellation|cancels|cancel|cancelled|dropouts|withdrawals /
  bail|bails|bailing|bailed / late dropouts|dropout|withdrawals|pullouts|bailers / short notice cancellations|cancels /
  drop|drops|dropped|dropping|pull|pulls|pulled|pulling|back|backed|bail|bails|bailed|bailing|cry|cried|duck|ducked|cancel|cancelled|cancels|withdrew out|off? on? us? late /
  drop|drops|dropped|dropping|pull|pulled|pulling|back|backed|bail|bails|bailed|bailing|cancel|cancelled|cancels|withdrew out|off? on? us? at? the? last minute|moment|second
measure waitlisted: number on|in the? waiting|wait list|lists / number on|in the? waitlist / waitlist|waitlists|waitlisted|waitlisting|waiting|queueing|queue|queues /
  wait|waiting list|lists numbers|number|size|sizes|length|lengths|totals? / on|in the waitlist|queue /
  on|in the waiting|wait list|lists / how long|big|large is|are|was|were the|our? waitlist|waitlists|queue|waiting list|lists? /
  PEOPLE waiting|queueing / turned away
measure empty_seats: waste|wasted|wasting PLACES? / empty|unused|unfilled|unsold|unoccupied|wasted|vacant|spare|left PLACES over? /
  PLACES not|never taken|used|filled|sold / PLACES nobody took|used|filled|wanted|booked / how many? PLACES did|do we|i not fill|sell|use / PLACES left over /
  how many PLACES BE|go|went|stay|stayed|stand|stood|remain|remained|left? empty|begging|unused|unfilled|unsold|wasted /
  PLACES BE|go|goes|went|stay|stayed|stand|stood|remain|remained|left? empty|begging|unused|unfilled|unsold|wasted / unused|spare|wasted|unsold capacity /
  open|free PLACES did|do we end up with
measure over_capacity: cram|crammed|squeeze|squeezed|squash|squashed|pack|packed too many PEOPLE? in? / oversubscribed / over full|filled|crowded|subscribed|capacity|booked CLASS? /
  overcrowded|overfull|overfilled|overbooked|overcapacity|overcrowding|overflowing|overbookings CLASS? /
  over|above|beyond|past the|its|their? capacity|limit / exceeded|exceed|exceeds|exceeding their|the|its? capacity|limit /
  more people|PEOPLE than it|they|we|there? has|have|had|is|are|was|were? PLACES|capacity|allowed / too many PEOPLE / more people than there were|are PLACES
measure revenue: before the|our|any? costs|expenses|pay / revenue|revenues|takings|turnover|income|sales|earnings|gross / money came|come|comes|coming in / gross revenue|income
measure cost: cost|costs|costing|expenses|expense|expenditure|spend|spent|outgoings|outlay|overheads /
  running|operating costs|cost|expenses / what do|did we|i pay out
measure pay: pay|paid|paying|owe|owes|owed|owing|wages|wage|salary|salaries|payroll /
  trainer|trainers|instructor|instructors|coach|staff pay|wages|wage|salary|cost|fees /
  trainer|instructor|coach|staff? wage|wages|pay|salary bill come|comes|came? to? / trainers|instructors|coaches|staff costs / fees|pay|wages of the|our? trainers|instructors|coaches|staff /
  do|did we|i pay|paid / trainer|trainers|instructor|instructors|coaches cost us|me? / cost of the|our? trainers|instructors|coaches /
  paid|pay|paying|spend|spent|spending out? to|on? the|our? trainers|instructors|coaches|staff
measure profit: earn|make|making and|or lose|losing? / profit|profits|profitability|margin|margins|surplus|net|profitable|lucrative|viable / bottom line / how profitable /
  revenue|income|takings less|minus|after the? costs|cost|expenses / earner|earners|moneymakers|moneyspinners|moneymaker|moneyspinner /
  after|once|when|with|net|less all? of? the|our|their? cost|costs|expenses|pay|wages been|are|is|have|come|comes? taken|come|paid|deducted|covered? off|out|away? /
  left|leave|leaves over? us? after the|our|their? cost|costs|expenses|pay / worth it|running|keeping|money|while financially? /
  make|turn|turned|made|making|making a|any profit / left over / make|making|made or lose|losing money / profit or loss
measure pay profit: worth what|all|the that|what|money|pay? we|i pay|paid him|her|them|it?
measure fill_rate profit: pull|pulls|pulling|pulled|carry|carries|carrying their|its|his|her own? weight
measure revenue cost profit: profit|profits and|or loss|losses / p and l
measure profit_per_class: profit|margin|surplus|net per|a|each|for|every? each? CLASS
measure revenue_per_visit: revenue|takings|income|sales|earnings|money|spend|yield|take|earn|make per|a|each|for|from each|every|an|one|a? visit|visitor|head|person|attendee|customer|member|guest|client|capita|booker /
  average|typical|each|every|one|a single? visitor|visit|person|member|customer|head|attendee|client worth|spend|spends|spent|pay|pays|paid|bring|brings|bringing|earn us|me? in? /
  visit|visitor|head worth / per head
measure empty_seat_value: lost|missed|missing|forgone|potential|unearned revenue|income|takings|sales /
  value|worth of the|our PLACES we|they did|do not fill|sell|use / empty|unsold|unused|unfilled PLACES worth|cost|value|costing us? /
  money|revenue|income|cash BE? we|i? left|leave|leaves|leaving on the table /
  lose|losing|lost money|revenue|income? on|to|from|through empty|unsold|unused|unfilled spin? PLACES / empty|unfilled PLACES BE? worth
measure breakeven_attendance: break even|evens point|attendance|number|numbers|level|size|headcount? /
  breakeven|breakevens point|attendance|number|headcount? /
  before|until|till|for it|we|they|that|this|class to? pays|pay|breaks|break|covers|cover|makes|make|earns|earn|turns|starts|start for|even|its|their|a|our|any? to? itself|themselves|cost|costs|way|profit|money|keep? /
  from how many PEOPLE / to cover its|the|their|our costs|cost /
  need to|at to? break|pay|cover|make even|its|for|money|a? costs|itself|profit? / BE? needed|necessary to break even
measure slot_index: by slot index / than? the? others at|in the same time|times|slot|slots / for the same time|times|slot|slots /
  slot index|effect|adjusted|corrected|adjustment /
  allow|allowing|allowed|account|accounting|correct|corrected|correcting|adjust|adjusted|adjusting|control|controlling for the|her|his|their|its? time? slot|slots|time|times they|she|he? are|were|is|get|have? given|got? /
  for|given|considering|relative to? the|her|his|their|its|that? time? slot|slots|timeslot|timeslots|times they|she|he? get|gets|have? /
  than|as|what the|their|her|his|its time? slot|slots|time|times would|should|might? suggest|suggests|predict|predicts|expect|promise|deserve|do? /
  than? you|we|i|one would|could|should|might expect|think|predict|guess for|at|in|given|of|from? a|the|their|her|his|that|its|those? time? slot|slots|times|time|timeslot|timeslots? /
  over|under performs|perform|performing|performed? for|given|in|at the|her|his|their|its? time? slot|slots|times they|she|he? get|have?
measure trend: still? as strong|good|busy|popular|full|well as it|they|ever? was|were|before|used|usual|ever to? be? /
  trend|trends|trending|growth|momentum / going? up or going? down / picked|picking up or dropped|dropping|fallen off|down? / going up or down
measure cancelled: how? many? did|do|have|had|has we|i|they? have|had? to cancel|scrap|axe|pull / cancelled|canceled|called|scrapped|axed|binned|canned|pulled|dropped off? CLASS / scrapped|axed|binned|canned /
  cancelled|canceled|cancellations|cancellation|cancel|cancels|cancelations|cancelling / called off / did not take place|run / fell|fall|falls through
measure capacity: capacity|capacities / PLACES we|i|you? offered|provided|available|offer|on in? offer|total? /
  how many PLACES BE|do|did|there|we|have|offered there|we|i? offer|have|offered? / PLACES on offer / hold|holds|held PEOPLE
measure capacity held: how big|large is|are the|our|each|every? room|rooms? /
  how many PEOPLE|PLACES? can|could|do|does? we|you|i? fit|fits|squeeze in? / PLACES|people fit|fits in?
weak capacity: PLACES / how many PLACES
measure held: how many CLASS took|take place / CLASS held / number|count|total of? the? CLASS held|hosted|run|ran|given /
  number|count of? the? CLASS that|which? we|i|you|they? actually|really? took|ran|run|held|delivered|taught|gave|happened|went place|ahead? /
  how many CLASS did|were|was|have we|there|you|they|i? put|run|ran|hold|held|host|do|did|taught|teach|made|make|offer|give|taken|given on? /
  how many CLASS did|has|have / how many CLASS we made|did|ran|held|had / CLASS hosted / held CLASS /
  CLASS that|which? have|has? actually|really took|take|taken|ran|run|happened|went place|ahead? /
  CLASS took|take place / have|has? actually? took|taken place
weak held: we|i have? run|held|hosted / used|use|uses|works|worked / put on
measure sessions: how many CLASS BE|do|have|there|will? we|there|you|they|i? got? planned|scheduled|timetabled|on|run|running|put|do|offer|hold|host|have|got|given|give on? /
  how many of the|our|my? CLASS / number|count|total|numbers|tally of the|our? CLASS /
  CLASS count|counts|number|numbers|taught|offered|given|delivered|scheduled / how many CLASS
weak profit: clear|cleared|clears|clearing / leave|leaves|leaving|left us|me with
weak revenue: quid|pounds|gbp|sterling / earn|earned|earns|earning|generate|generated|generates|generating|gross|grossed /
  turned|turn|turns over / bring|brought|brings|bringing in|home? / take|took|taken|takes|taking in? / money|cash|dough|dosh|bucks /
  make|made|makes|making / contribute|contributes|contributed
turn average: average|averages|averaged|averaging|mean|typical|typically|usually|normally|generally get|gets|come|attend|see|draw?
turn rate: rate|rates|percentage|percentages|proportion|ratio|percent|portion|fraction
turn share: in percent of the|our? total / share|percent|percentage|proportion|fraction|part of the|our|all? total? / share of? total?
turn per_class: each|every single? time / a|an class|session|time|go / in a class
turn value: value|worth / lose|losing|lost|miss|missing|missed|lossmaking
order desc attended: busiest|hottest|favourite|favorite / most PEOPLE|visits|visitors|heads / in|most demand / had|has|have|get|gets|got the? most in /
  bring|brings|brought|draw|draws|drew|pull|pulls|pulled|attract|attracts|attracted|saw|had|get|gets|pulling in|us? in|the? most|biggest|largest PEOPLE|crowd|crowds /
  peak
order asc attended: least busy|popular|visited / quietest|slowest|deadest / unpopular / fewest|least PEOPLE|visits|visitors|heads
order desc fill_rate: best use of? the? space / fill|fills|filled|filling the|her|his|their|a? room|rooms|class|classes|studio|places|bikes|mats the? best|most|fastest /
  fill|fills|filled|filling up the? best|most|fastest /
  fullest / rammed / best|most filled|full|utilised|utilized|packed / from fullest|busiest to emptiest|quietest /
  nearly|almost|always full
order asc fill_rate: drag|drags|dragging the|our? fill|average|numbers down / worst use of? the? space / emptiest / most empty|unfilled|vacant|underused|underutilised / least full|filled|utilised|utilized|packed / worst|poorest filled /
  from emptiest|quietest to fullest|busiest
order desc empty_seats: wastes|waste|wasting|wasted the? most|biggest PLACES / most|biggest empty|unused|unfilled|unsold|wasted PLACES /
  most wasteful|wasted|waste|wasted
order asc empty_seats: fewest|least empty|unused|unfilled|unsold PLACES
order desc booked: most|best booked|bookings / best|top selling|sellers|seller
order desc average_attendance: biggest|largest
order asc average_attendance: smallest
order desc profit: most|best profitable|lucrative|earning|paying / most money|profit / earns|earn|makes|make us|me? in? the? most money?
order asc profit: lose|loses|lost|losing|bleed|bleeds|bleeding|costs|costing us|me? the? most|biggest money? / most|biggest unprofitable|loss|losses|loser|losers|lossmaking /
  worst earner|earners
order desc revenue: highest|best|top grossing
order desc cost: most expensive|costly / dearest
order asc cost: cheapest / least expensive|costly
order desc trend: biggest|best|fastest climbers|climber|risers|riser|movers|mover|gainers|gainer / biggest|largest growth|gain|improvement / getting|becoming|growing|got busier|fuller|bigger|stronger|better / getting|becoming more popular|attended /
  growing|improving|rising|gaining|climbing|increasing|growing|picking|taking|trending|thriving|improved up|off|in? popularity|size|numbers|people|ground|momentum|traction|steam? /
  on the up|rise / going|gone|trending up|upwards /
  growing|improving|rising|climbing|climbs|gaining|going|grow|grows|grew|improved|grown up? the? fastest|quickest|most /
  gained|gain|gains|gaining|added|adding|won the? most PEOPLE
order asc trend: downward trend / biggest|worst|fastest fallers|faller|decliners|decliner / biggest|largest|steepest|worst drop|fall|decline|slump / lost|losing|lose|loses|slipped|slipping|gone the? most|biggest? ground|backwards|support /
  losing|shedding people|members|customers|numbers the? fastest|quickest|most / lost|lose|losing the? most PEOPLE|attendance /
  getting|becoming|growing|got quieter|emptier|smaller|weaker|worse / getting|becoming less popular|attended /
  dying|tailing|petering|fading|slowing|dropping|falling|slipping|trending off|out|away|down|a|death? /
  losing steam|momentum|popularity|people|members|ground|visitors|attendance|customers|its appeal? /
  shrinking|declining|falling|fading|slipping|worsening|waning|stalling|struggling|sliding the? most|worst? /
  fastest|quickest|most shrinking|declining|falling|fading|dropping / on the decline|slide|wane /
  going|gone|trending down|downhill|downwards / in decline /
  declined|fallen|fell|dropped|shrunk|slipped|declining|shrinking|falling|going|dropping down|off? the? most|fastest|quickest
order desc: best|strongest|star|stars / best|top performing|performer|performers / most successful
order asc: worst|weakest|poorest / worst|lowest performing|performer|performers /
  perform|performs|performed|do|does|did|doing the? worst|badly|poorly / underperforming|underperformers
most desc: most often / most|highest|greatest|maximum|max|peak|longest|record|leading / top
most asc: least|fewest|lowest|minimum|min|bottom|shortest / least often
more desc: more|better|higher|stronger|improved|up|gained / go|goes|going|gone|went up /
  risen|rise|rose|grown|grow|grew|increased|increase|improve|jumped|climbed
more asc: fallen|fall|fell|dropped|drop|declined|decreased|decrease|decline|shrunk|slipped|dipped|dip /
  fewer|less|worse|lower|weaker|down / go|goes|going|gone|went down / get|got|gets|getting|become|do|does|did|doing worse
more desc fill_rate: fill|fills|filled a|the|their|her|his? room|rooms|class|classes up? better / fuller / more full|packed / fill|fills|filled up? better
more asc fill_rate: emptier / less full|packed
more desc average_attendance: bigger|larger
more asc average_attendance: smaller
more desc attended: busier
more asc attended: quieter / lost|lose|loses|losing PEOPLE / worse attended|visited / less popular
sorted desc: make a|the? ranking of? / rank|ranking|ranked|sort|sorted|order|ordered all|the|our|my|them? /
  highest|biggest|largest|best|most|top|descending first|order? / sort|sorted|order|ordered|rank|ranked by highest|biggest|most|best /
  in? descending order? / from? best|highest|most|biggest|high|top to worst|lowest|least|smallest|low|bottom
sorted asc: lowest|smallest|worst|least|fewest|bottom first / sort|sorted|order|ordered|rank|ranked by lowest|smallest|fewest|worst /
  in? ascending order? / from? worst|lowest|least|smallest|low|bottom to best|highest|most|biggest|high|top
state fill_rate < 0.5: half|mostly|largely empty or? worse? / not even|quite? half full|filled / barely|hardly|scarcely half full|filled
state fill_rate < 1: not|never at? full|fill|sell|sold|filled|filling|been|get|gets|got out|up|full?
state fill_rate < 0.3: nearly|almost|practically|mostly|virtually empty
state fill_rate >= 1 too: a? full house|houses / full to the last bike|spot|place|mat|seat / full to the brim|rafters / full|packed|rammed / fully|completely|totally booked|full|packed /
  sold|sell|sells|selling|booked|filled|packed out|up / fill|fills|filling up
state fill_rate <= 0 too: empty
state profit < 0: lose|loses|lost|losing|bleed|bleeding|burn|burning|cost|costs|costing us|me? money|cash /
  cost|costs exceed|exceeds|outweigh the|its|their? revenue|takings|income|earnings /
  make|makes|made|making|run|runs|running|ran|operate a|at a? loss|losses / in the red / unprofitable|lossmaking / loss making|makers /
  at a loss / cost|costs|costing us? more than they|it|we earn|earns|make|makes|bring|brings|take in? / profit BE? negative /
  negative profit|margin / below|under|short|shy of? the|their|its? break even point? / below|under|short|shy of? the|their|its? breakeven point? /
  not profitable|viable / do|does|did not make money|profit / do|does|did not make a|any profit /
  earn|earns|make|makes|bring|brings in? less than they|it|we cost|costs
state profit > 0: above|over the|their|its? break even point? / in the black / earn|earns|make|makes more than they|it|we cost|costs /
  make|makes|made|making|earn|earns|earned|earning us|me? any? money
state profit >= 0: pay|pays|paid|paying for itself|themselves / pay|pays|paid its|their own? way / earn|earns its|their keep / wash|washes its|their face /
  cover|covers|covered|covering its|their|our|the|my? own? cost|costs|expenses / not make|makes|made a? loss / not lose|losing money /
  break|breaks|broke|breaking even / enough to cover his|her|its|their classes|costs
state attended <= 0: had|has|have nobody|noone in it? at? all? / nobody|noone|none came|come|attended|turned|showed|shows|visited|turn to|up? /
  no one|body|people came|come|attended|turned|showed|visited|turn to|up? / with no one|people|visitors|attendance|attendees in? / with nobody|noone in it? /
  zero PEOPLE|attendance
verdict dead: dead|flatlining CLASS|slot|slots?
verdict dead unprofitable: cut|cutting|axe|axing|scrap|ditch|kill|discontinue|cull|bin / to drop|stop|cancel|remove|close|end /
  should|could|can|shall|must|would|do|ought i|we|you to? cut|drop|cancel|axe|remove|scrap|kill|stop|bin|ditch|close|end|discontinue|delete /
  should|could|can|shall i|we take off / should|could|can|shall i|we get rid of / do i|we get rid of /
  candidates for|to cutting|cut|axing|dropping / should go / get rid of / not worth keeping|running|it /
  should|could|can|must|ought|need|needs|deserve|deserves to? be|get cut|dropped|cancelled|axed|removed|scrapped|killed|stopped|binned|ditched|closed|discontinued /
  drop|cut from the timetable|schedule
verdict weak: weak CLASS?
verdict healthy: healthy CLASS?
filter substitute true: did|does|do a|the cover|sub|substitute|replacement teacher|trainer|coach|instructor? take|run|teach|give /
  substitute|substitutes|sub|subs teachers|teacher|trainers|trainer|coach|coaches|instructor|instructors? /
  cover teachers|teacher|trainers|trainer|coach|coaches|instructor|instructors / stand in|ins / standing|filling in /
  stood|stand|standing in / subbed|covered|substituted CLASS? / had|have|has|with a substitute|sub|cover / for? somebody|someone else /
  taught|taken by a? sub|subs|substitute|substitutes / someone else / subbing|covers / covered CLASS / sub|substitute usage|use|cover
filter substitute false: usual|regular|normal|own|proper teacher|trainer|coach|instructor|teachers|trainers|coaches|instructors|one|ones /
  no cover|sub|substitute
filter start_time 00:00..08:59: early bird? CLASS
filter start_time 20:00..23:59: late evening|evenings|night|nights / late CLASS
filter part_of_day morning: morning|mornings / am / first thing
filter part_of_day afternoon: afternoon|afternoons
filter part_of_day evening: evening|evenings|night|nights / pm / after work
filter start_time 12:00..13:59: lunchtime|lunchtimes / at|over|during lunch|lunchtime / lunch time|times|hour / midday|noon / lunch CLASS
filter status scheduled: still to come|run|start
filter source manual: with? source manual / counted|entered by hand|manually / by hand / manual count|counts|entries
filter source camera: with? source camera / counted|seen by|with camera|cameras|the? / by camera
filter source import: with? source import / imported|from a file|import|the
filter quality A: quality|grade a
filter quality B: quality|grade b
filter quality C: quality|grade c
report now: is it|the|anyone busy|quiet|full|empty|packed|crowded / is|are we|they busy|quiet|full|packed /
  is the gym|club|place busy|quiet|full|empty|packed|crowded / how busy|full|quiet|packed is the gym|club|place /
  how busy|full|packed are we|things right? now / how many people|PEOPLE? are|is there? in|inside|here /
  right? now|currently|current|presently|live / right? this minute|moment|second|instant / rn|atm /
  at|for the|this? moment|present|minute|instant / on at the moment / who is|are in|inside|here /
  anyone|anybody|someone|is still? in|inside|here now? / is there anyone|anybody|someone still? in|inside|here? / right? this very minute|moment|second|instant
report timetable: what BE on|there|in / what runs in|on|at / what CLASS do|have|has|did we|you|i|they have? got|on|have? /
  what BE happening|scheduled|planned|running|going on? / what BE in there / on shift|duty|rota /
  program|schedule|schedules|timetable|timetables|calendar|programme|agenda|rota|roster|plan /
  what have|has|had|does|do we|you|i|it|he|she? got|on|planned|have on|planned? /
  BE there a|an|any|some more|other? CLASS|something|anything / BE there anything|something on? / is|are there /
  do|does we have|run|offer a|an|any? CLASS / CLASS BE still? on|running|scheduled|planned|left|remaining /
  start /
  who BE on|down|taking|running|doing|giving|leading|teaching|coaching|covering|up for? / where BE / anything on /
  teach|teaches|teaching|taught|instructs|coaching|leads|leading|working / takes|taking the / led|given|taken|run by /
  got|has|have|he|she on / up next / coming up
report who: who takes|took|runs|ran|gives|gave|leads|led|teaches|taught|covers the?
report next: next CLASS|time|one / next / what BE next|coming up?
free: free|left|open|available|remaining|spare PLACES / spaces|spots in|on|at|for /
  PLACES are|is|were|was|do|does|still|we|have|has? are|is? still? free|left|open|available|remaining|going /
  still free|available|bookable|unbooked / room left / still? have|has|got any? space|spaces|availability|room /
  with space|spaces|availability|room left|free|available? / how many PLACES|more BE|can|are? still? free|left|open|available|remaining /
  is|are there still? any? more? room|space|PLACES left|free? in|on|at|for? / still get|got|fit|put PEOPLE|someone|anyone|them|him|her|me? into|in|on / any PLACES left? /
  how many more can|could
word compare: compare|compared|comparing|comparison|comparisons|stack|stacks|measure up|side|by? to|with|against|of|between? side? /
  vs|versus|v|against / next|relative|beside to|side / side by side / beat|beats|beaten /
  difference|differences|change|changes between|from|of|in? / changed|differ
word than: than / than it|they|we|he|she|i was|were|is|are|did|had|got
word or: or
word and: and / plus / as well as / along|together with / also / both
word each: each|separately|individually / each one|of / every
word which: which|what|where / which|what one|ones|of|BE of? the|our?
word who: who|whose|whom / which|who of us
word how_many: how is? many / how many of|times / on? how many occasions|times / how often / number|count|numbers|total|tally|quantity|amount of the?
word when: when / what|which time|times / at what time
word how: how / how is it|things|business|everything|that|she|he going? / good|bad / tell me about
word doing: going|shaping up? / holding up / performance|results / headline|key figures|numbers|stats|metrics /
  summary|recap|rundown|digest|overview|snapshot|stats|statistics|kpis|review|report|update / what BE happening|up|going on? with /
  tell me about
word have: have|has|had|having|with|log|logged / get|gets|got|getting /
  reach|reached|reaches|hit|hits|run|runs|ran|running|sit|sits|sitting / draw|draws|drew|attract|attracts|pull|pulls|pulling|pulled in? /
  teach|teaches|taught / hold|holds|held|host|hosts|hosted|offer|offers|offered|give|gives|gave / happened|happen /
  recorded|logged|registered / bring|brings|brought
word any: any / ever / anywhere / in one|single CLASS / in a|one single CLASS
word list: make a|the? list of? / list|listed|table|name all|the|our?
word future: is|are expected
word past: did|was|were|had|came|ran|taught|took|held|been
word asked: is|are|was|were|did|does|do|has|have|am|can
word self: my|mine|i|me|myself
word only: only|just|exclusively|solely
word them: them|they|those|these|it|that
word follow: what|how about / the? same thing|question|again? for|with|in|on|but|by|as? / same / instead|again / make|change it|that to? /
  now|and show|give me? that|it|this
word add: add|include|append|plus in? the? / can|could you add|include the?
not before: except|excepting|excluding|exclude|excludes|minus|besides|barring|bar|ignoring|ignore|omit|omitting|skipping|skip|disregarding|discounting|without|outside|non|neither|nor for|of? /
  apart|aside|except from|for / without counting|including|the|any / not|do|never not? counting|including|count|include /
  other|others than / everything|anything|all|everyone|everywhere|everybody|anyone but|except|without|outside|bar|excluding /
  leaving|leave / if|when you|i|we leave|take|ignore|exclude|skip out|away? / no / but without|excluding / rather than / instead of /
  is|was|are|were not in|on|at|by|with|the|a
not but: but
not verb: not|never|nobody|noone|cannot|zero|nil|0|none / no one|body / did|do|does|is|are|was|were|has|have|had not|never /
  not a|any|had|have|been / have|has|had zero|never / not a single / hardly any / with zero
not after: excluded|omitted|excepted|ignored|aside / left out|aside / not included|counted
nothing: in terms of / or not|nah|what / make a|the? table|chart|overview of? / closing|doing|does the books / please|kindly? state the|our|your / all? added|add|adding|count|counted|counting|clock|clocked|clocking|rack|racked|racking|notch|notched up / if possible|poss / stuck / in|for|just|got|about a|an|half? hour|minute|second|sec|bit|moment|mo / the? accountant|boss|board / front desk|reception / for the newsletter|report|accounts|meeting|landlord / on my|our|his|her plate /
  rather than|not a|the|just? raw|absolute|actual? count|counts|number|numbers|total|totals / would|will you please? / just gone /
  by any chance / set|setting up / of the two|three|four / if you can|could / off the street / fall|falls on / in one list|table|go|place / actual|exact|precise|specific|raw / i? hope you are well|ok|good? / i e / split|break /
  if you|u could|can please? tell|show|give me? / i mean / quick one|question / good morning / morning how|can|quick /
  in all / when it comes to / as far as / as regards / so far / to date / all told|in|together / out of interest / by the way /
  overall|total|totals|altogether|combined / how much / anyone know
`;

/** In a question over several gyms besides: "all gyms" are all of them together, and "the gym" still says nothing. */
export const GYM_LEXICON = `
filter gym: in|at|of|for|from|to|over|across all of? the|my|our? GYMS together? / over|across the|my|our GYMS / in|of|for|over|across the|my|our whole? chain
filter group: in|of|at|for|from|to|across|within the|my|our? all? the|my|our? <group> GYMS|group|groups|region|regions|area|areas? /
  the|my|our? <group> group|groups|region|regions|area|areas / the? group called? <group> / the|my|our? <group> <gyms_ahead>
nothing: the|my|our|this GYM <unchosen>
noun gym many: other GYMS
noun room: studio
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
just also too only even set kindly asking asks asked lot ever now today many know other others rest remaining else wondering wonder curious interested went gone between through thru together everything
`
  .trim()
  .split(/\s+/);
