/**
 * The weekly plan of the demo gym, written by hand: what is on in which room, who teaches, and how well it is liked.
 * Data only; what happens on a date is in `occurrence.ts`. Believable, and of nobody: names and figures are made up.
 */

/** Trainers of the demo gym, with the id that everybody makes of such a name. */
export const TRAINERS = [
  { id: 'anna-petrova', name: 'Anna Petrova' },
  { id: 'ben-carter', name: 'Ben Carter' },
  { id: 'darius-khan', name: 'Darius Khan' },
  { id: 'maya-okafor', name: 'Maya Okafor' },
  { id: 'tom-ashworth', name: 'Tom Ashworth' },
  { id: 'zoe-marchetti', name: 'Zoë Marchetti' },
] as const;

export type DemoTrainer = (typeof TRAINERS)[number];
export type DemoRoom = 'studio' | 'spin' | 'weights' | 'yoga';

/** A line of the plan: one class on some weekdays. */
export type Line = ReturnType<typeof line>;

const [ANNA, BEN, DARIUS, MAYA, TOM, ZOE] = TRAINERS;
const MON_TO_FRI = [1, 2, 3, 4, 5];
const MON_TO_THU = [1, 2, 3, 4];
const MON_WED_FRI = [1, 3, 5];
const TUE_THU = [2, 4];
const SAT = [6];
const SUN = [7];

/** `Mon, Wed` (1 is Monday) at `06:30` on the wall of the gym, for `45` minutes, in a room with so many places. */
type Place = readonly [
  weekdays: readonly number[],
  time: string,
  minutes: number,
  room: DemoRoom,
  capacity: number,
];
/**
 * Demand, who would like to come over the places: above 1 there is a waiting list. Share of the bookings that nobody turns up
 * for. How far demand swings up and down over half a year, ±. What a visitor pays for this class alone, thousandths of a pound;
 * null where memberships and passes pay.
 */
type Appeal = readonly [demand: number, noShows: number, swing?: number, ticketMilli?: number];

function line(name: string, trainer: DemoTrainer, place: Place, appeal: Appeal) {
  const [weekdays, time, minutes, room, capacity] = place;
  const [demand, noShows, swing = 0, ticketMilli = null] = appeal;
  const held = { weekdays, time, minutes, room, capacity };
  return { name, trainer, ...held, demand, noShows, swing, ticketMilli } as const;
}

/**
 * About ten classes a day, by time; two of one room are at least 25 min apart, and one runs at 20:00 on every day. Demand
 * is spread so that 42 days show every verdict, and two classes that are not what they seem: `Sunrise Ride` is booked
 * out and every fifth place stays empty; `Induction Circuit` is full and loses money, because it is part of joining.
 */
export const TIMETABLE: readonly Line[] = [
  line('Sunrise Ride', TOM, [MON_WED_FRI, '06:30', 45, 'spin', 16], [0.99, 0.23]),
  line('Early HIIT', DARIUS, [TUE_THU, '06:30', 45, 'studio', 20], [0.84, 0.06]),
  line('Vinyasa Flow', ZOE, [MON_TO_FRI, '07:30', 60, 'yoga', 18], [0.83, 0.07]),
  line('Total Body', MAYA, [MON_WED_FRI, '09:30', 50, 'studio', 20], [0.65, 0.08]),
  line('Low Impact', ANNA, [TUE_THU, '09:30', 50, 'studio', 20], [0.42, 0.05]),
  line('Pilates Mat', ANNA, [MON_TO_FRI, '10:45', 55, 'yoga', 14], [0.84, 0.05]),
  line('Lunch Ride', TOM, [MON_TO_THU, '12:15', 45, 'spin', 16], [0.66, 0.1]),
  line('Lunch Ride', TOM, [[5], '12:15', 45, 'spin', 16], [0.2, 0.1]),
  line('Core Express', MAYA, [MON_WED_FRI, '12:30', 30, 'studio', 20], [0.66, 0.09]),
  line('Lunch Lift', BEN, [TUE_THU, '12:30', 40, 'weights', 18], [0.45, 0.08]),
  line('Stretch and Mobility', ANNA, [MON_WED_FRI, '14:00', 50, 'studio', 20], [0.2, 0.08]),
  line('Teen Strength', BEN, [TUE_THU, '16:30', 50, 'weights', 16], [0.45, 0.08]),
  line('HIIT 45', DARIUS, [MON_TO_FRI, '17:30', 45, 'studio', 20], [1.2, 0.04]),
  line('Power Ride', TOM, [MON_TO_THU, '18:00', 45, 'spin', 16], [1.1, 0.04]),
  line('Induction Circuit', BEN, [[1, 3], '18:30', 60, 'weights', 8], [1.1, 0.03]),
  line('Hatha Yoga', ZOE, [MON_TO_THU, '18:45', 60, 'yoga', 18], [0.83, 0.06]),
  line('Boxing Basics', DARIUS, [MON_TO_FRI, '19:30', 60, 'studio', 20], [0.66, 0.09]),
  line('Weekend Ride', TOM, [SAT, '08:30', 45, 'spin', 16], [1.1, 0.05]),
  line('Strength Club', BEN, [SAT, '09:00', 60, 'weights', 16], [0.84, 0.06]),
  line('Vinyasa Flow', ZOE, [SAT, '09:30', 60, 'yoga', 18], [1.15, 0.04]),
  line('Dance Fit', MAYA, [SAT, '10:30', 50, 'studio', 20], [0.83, 0.07]),
  line('Family Circuit', BEN, [SAT, '11:00', 50, 'weights', 20], [0.43, 0.06]),
  line('Prenatal Yoga', ANNA, [SAT, '12:00', 50, 'yoga', 12], [0.65, 0.06]),
  line('Masterclass', MAYA, [SAT, '14:00', 90, 'studio', 16], [0.8, 0.06, 0, 15_000]),
  line('Afternoon Ride', TOM, [SAT, '16:00', 45, 'spin', 16], [0.2, 0.1]),
  line('Candlelit Yin', ZOE, [SAT, '19:30', 60, 'yoga', 18], [0.82, 0.05]),
  line('Slow Flow', ZOE, [SUN, '09:00', 60, 'yoga', 18], [1.05, 0.05]),
  line('Sunday Ride', TOM, [SUN, '09:30', 45, 'spin', 16], [0.83, 0.07]),
  line('Total Body', MAYA, [SUN, '10:15', 50, 'studio', 20], [0.65, 0.08]),
  line('Strength Club', BEN, [SUN, '11:00', 60, 'weights', 16], [0.83, 0.06]),
  line('Dance Fit', MAYA, [SUN, '12:15', 50, 'studio', 20], [0.62, 0.08, 0.15]),
  line('Restorative Yoga', ANNA, [SUN, '15:00', 60, 'yoga', 18], [0.22, 0.08]),
  line('Sunday Reset', ANNA, [SUN, '17:00', 50, 'studio', 20], [0.43, 0.07]),
  line('Candlelit Yin', ZOE, [SUN, '19:30', 60, 'yoga', 18], [0.9, 0.05]),
];

/**
 * The Saturday masterclass has another subject every three weeks, so it is always too new for a verdict. Seventeen of
 * them: none comes back within a year.
 */
export const MASTERCLASSES = [
  'Handstands',
  'Kettlebell Flow',
  'Barre',
  'Olympic Lifting',
  'Mobility for Runners',
  'Kick Boxing',
  'Calisthenics',
  'Salsa',
  'Breathwork',
  'Rope Skipping',
  'Acro Yoga',
  'Rowing Technique',
  'Tai Chi',
  'Street Dance',
  'Sandbag Strength',
  'Capoeira',
  'Fascia Release',
] as const;
