/** How a client calls everything that the endpoint has, whatever that is: lists first, then each thing on them. */

export interface Surface {
  readonly tools: readonly { readonly name: string; readonly inputSchema: object }[];
  readonly resources: readonly { readonly uri: string }[];
  readonly prompts: readonly {
    readonly name: string;
    readonly arguments?:
      | readonly { readonly name: string; readonly required?: boolean | undefined }[]
      | undefined;
  }[];
}

/** What needed arguments are given, by their name. Of the demo, which has a trainer of this name. */
const GIVEN: Readonly<Record<string, string>> = {
  trainer: 'Ben Carter',
  query: 'Which classes were the fullest in the last four weeks?',
};

/** Arguments of a tool: those that it needs. Throws for one that is not known here. */
export function toolArguments({
  name,
  inputSchema,
}: Surface['tools'][number]): Readonly<Record<string, unknown>> {
  if (name === 'query_figures') return { measures: ['attended'], by: ['week'] };
  const { required = [] } = inputSchema as { required?: readonly string[] };
  return given(name, required);
}

export function promptArguments({
  name,
  arguments: all = [],
}: Surface['prompts'][number]): Arguments {
  const needed = all.filter(({ required }) => required === true);
  return given(
    name,
    needed.map((argument) => argument.name),
  );
}

export type Arguments = Readonly<Record<string, string>>;

function given(of: string, names: readonly string[]): Arguments {
  return Object.fromEntries(
    names.map((name) => {
      const value = GIVEN[name];
      if (value === undefined)
        throw new Error(`${of} needs ${name}: say in everything.ts what it is given`);
      return [name, value];
    }),
  );
}
