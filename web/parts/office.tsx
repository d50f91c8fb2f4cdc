/** The way from a gym of a chain to all of them, and to its neighbours by name: on the same page. It works without a script. */

import { addressUnder, gymBase } from '../addresses.ts';
import type { OfficePlace } from '../office-data.ts';
import { number } from '../words/format.ts';
import { Icon } from './icon.tsx';

interface GymSwitchProps {
  readonly office: OfficePlace;
  /** Of the page, as a box has it: `/week`. */
  readonly path: string;
}

export function GymSwitch({ office: { gym, near, gyms }, path }: GymSwitchProps) {
  return (
    <nav class="gym-switch" aria-label="Gyms">
      <a href="/gyms">
        <Icon name="before" />{' '}
        <span>{gyms === 1 ? 'List of gyms' : `All ${number(gyms)} gyms`}</span>
      </a>
      {near.length > 0 && (
        <details>
          <summary>Other gyms</summary>
          <div>
            <ul>
              {near.map((one) => (
                <li key={one.id}>
                  <a href={addressUnder(gymBase(one.id), path)}>
                    <bdi>{one.name}</bdi>
                  </a>
                </li>
              ))}
            </ul>
            {gym !== null && gyms > near.length + 1 && <Search />}
          </div>
        </details>
      )}
    </nav>
  );
}

function Search() {
  return (
    <form action="/gyms" method="get">
      <input
        type="search"
        name="search"
        maxLength={100}
        aria-label="Find a gym by its name"
        placeholder="Find a gym"
        required
      />
      <button type="submit">Find</button>
    </form>
  );
}
