/** The truth of a scene: the same for everybody who asks, at any time, in any order. */

import { describe, expect, it } from 'vitest';
import { ScenePainter } from '../../../../engine/pictures/scene/drawing/painter.ts';
import { SceneTruth } from '../../../../engine/pictures/scene/scene.ts';
import { parseSceneUrl, SCENE_ROOMS } from '../../../../engine/pictures/scene/spec.ts';

const HOUR_MS = 3_600_000;
const FULL_HOUR = 472_222 * HOUR_MS;
const atMinute = (minute: number) => FULL_HOUR + minute * 60_000;

describe('the truth of a scene', () => {
  it('does not depend on what was asked before', () => {
    const spec = parseSceneUrl('scene:studio?seed=3');
    const one = new SceneTruth(spec);
    const other = new SceneTruth(spec);
    const minutes = [0, 3.1, 20, 51, 53.5];
    const forwards = minutes.map((minute) => one.peopleAt(atMinute(minute)));
    const backwards = minutes.toReversed().map((minute) => other.peopleAt(atMinute(minute)));
    expect(backwards.toReversed()).toEqual(forwards);
  });

  it.each(SCENE_ROOMS)('has a class in the %s in the middle of every hour', (room) => {
    const truth = new SceneTruth(parseSceneUrl(`scene:${room}?seed=5&people=12`));
    for (let hour = 0; hour < 24; hour += 1) {
      const count = truth.countAt(atMinute(hour * 60 + 25));
      expect(count).toBeGreaterThanOrEqual(5);
      expect(count).toBeLessThanOrEqual(12);
    }
  });

  it('has nobody when nobody is wanted', () => {
    const truth = new SceneTruth(parseSceneUrl('scene:yoga?people=0'));
    expect(truth.peopleAt(atMinute(25))).toEqual([]);
  });

  it('lets people come and go one by one', () => {
    const truth = new SceneTruth(parseSceneUrl('scene:studio?seed=2&people=8&difficulty=easy'));
    const series = Array.from({ length: 62 * 12 }, (_, at) =>
      truth.peopleAt(atMinute(56 + at / 12)),
    );
    const present = series.map((people) => people.length);
    const middle = present[30 * 12] ?? 0;
    expect(present[0]).toBeLessThanOrEqual(2);
    expect(middle).toBeGreaterThanOrEqual(6);
    for (const [at, count] of present.entries()) {
      expect(Math.abs(count - (present[at + 1] ?? count))).toBeLessThanOrEqual(3);
    }
  });

  it('ends a yoga class with people who lie still for minutes', () => {
    const truth = new SceneTruth(parseSceneUrl('scene:yoga?seed=4&people=10'));
    const [early, late] = [truth.peopleAt(atMinute(41)), truth.peopleAt(atMinute(48))];
    const lying = early.filter((person) => person.posture === 'lying');
    expect(lying.length).toBeGreaterThanOrEqual(5);
    for (const person of lying) expect(late).toContainEqual(person);
  });

  it('counts nobody of whom less than a third is to be seen', () => {
    const truth = new SceneTruth(parseSceneUrl('scene:studio?people=40&difficulty=hard'));
    const people = truth.peopleAt(atMinute(25));
    expect(people.some((person) => !person.isCounted)).toBe(true);
    for (const { isCounted, visibleRatio } of people) {
      expect(visibleRatio).toBeGreaterThanOrEqual(0);
      expect(visibleRatio).toBeLessThanOrEqual(1);
      if (isCounted) expect(visibleRatio).toBeGreaterThanOrEqual(0.3);
    }
  });
});

describe('the picture of a scene', () => {
  it('is the same from two painters, whatever they painted before', () => {
    const spec = parseSceneUrl('scene:weights?seed=9&difficulty=hard&size=320x180');
    const one = new ScenePainter(spec);
    const other = new ScenePainter(spec);
    one.pixelsAt(atMinute(3));
    expect(one.pixelsAt(atMinute(20))).toEqual(other.pixelsAt(atMinute(20)));
  });

  it('shows people where the truth says they are', () => {
    const crowd = parseSceneUrl('scene:studio?seed=6&people=6&difficulty=easy&size=320x180');
    const truth = new SceneTruth(crowd);
    const empty = { ...crowd, people: 0 };
    const withPeople = new ScenePainter(crowd).pixelsAt(atMinute(25));
    const without = new ScenePainter(empty).pixelsAt(atMinute(25));
    for (const { box } of truth.peopleAt(atMinute(25))) {
      const x = Math.round((box[0] + box[2]) / 2);
      const y = Math.round((box[1] + box[3]) / 2);
      let difference = 0;
      for (let dx = -2; dx <= 2; dx += 1) {
        const at = (y * 320 + x + dx) * 4;
        difference += Math.abs((withPeople[at] ?? 0) - (without[at] ?? 0));
        difference += Math.abs((withPeople[at + 2] ?? 0) - (without[at + 2] ?? 0));
      }
      expect(difference).toBeGreaterThan(60);
    }
  });
});
