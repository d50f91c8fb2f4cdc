/** Door of the `person` detector. */

export { person } from './person.ts';
