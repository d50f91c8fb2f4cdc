/** What a model is told of the whole server before it calls anything. */

const FIGURES = `Turnout counts the people in a gym's rooms with the gym's own cameras and joins the counts with the class schedule. It knows attendance, fill, bookings, no-shows, trainers and, where they are configured, revenue and cost. It knows nothing about single people: no names of members, no faces, no membership data. Everything here is read only.

How to read the figures:
- \`null\` means unknown, never zero. Say "unknown" and, where \`quality_reasons\` or \`verdict_reasons\` tell it, why. Never fill a gap with a guess.
- Dates and times are in the gym's own time zone, named in \`timezone\`; figures are of the instant \`generated_at\`. Rates are fractions: 0.82 is 82 %; more than 1 is possible. Money is in \`currency\`.
- Every sum and rate comes with its n (\`graded_classes\`, \`rated_classes\`, …). Name the n where it is small; below 4 occurrences a class has the verdict \`insufficient_data\`.
- \`quality\` of an attendance: A and B can be relied on, C is a rough figure, \`none\` is no count at all. \`attended_low\` and \`attended_high\` are the range that the truth is believed to be in.
- Each class has one attendance, from its best source: a correction, else the camera, else check-ins. \`attendance_basis\` is \`present\`, \`checked_in\` or \`mixed\`, \`attendance_sources\` counts the classes of each source. Check-ins miss people: pass on what \`notes\` and the reason \`source_changed\` say of a comparison.
- \`no_shows_basis\`: \`roster\` is exact; \`net\` and \`mixed\` are lower bounds, because walk-ins hide some no-shows.

Start with get_summary for today, rank_classes for six weeks, list_trainers for who teaches.`;

const CHARGING =
  'One lookup is charged for each tool result with figures, for each answer of ask with figures and for each resource that is read. Lists, prompts, list_trainers, errors and questions back are free. Keys of a gym have no limit unless its operator set one; free keys have 100 lookups of the sample gym.';

const GYMS =
  'This server has several gyms. list_gyms has their ids; every other tool takes one as gym_id, which a key of several gyms must give. Over all gyms: query_figures with gym in `by`, or ask. Resources are of one gym: connect to /mcp?gym_id=… for them.';

/** For a server that is reached with a key. `base` is the public address. @param isChain whether it is a head office. */
export function serverInstructions(base: string, isChain = false): string {
  return [FIGURES, ...(isChain ? [GYMS] : []), `${CHARGING} More: ${base}/mcp.md`].join('\n\n');
}

/** For a session on the computer that has the data; `notes` say what is different there. */
export function localInstructions(notes: readonly string[]): string {
  return [FIGURES, 'Nothing is charged in this session.', ...notes].join('\n\n');
}
