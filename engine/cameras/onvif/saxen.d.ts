/** What is used of the package, which comes without types: https://github.com/nikku/saxen. */
declare module 'saxen' {
  type Decode = (text: string) => string;

  export class Parser {
    on(
      hook: 'openTag',
      take: (
        name: string,
        attributes: () => Readonly<Record<string, string>>,
        decode: Decode,
      ) => void,
    ): this;
    on(hook: 'closeTag', take: (name: string) => void): this;
    on(hook: 'text', take: (text: string, decode: Decode) => void): this;
    on(hook: 'cdata', take: (text: string) => void): this;
    on(hook: 'error', take: (error: Error) => void): this;
    on(hook: 'warn', take: () => void): this;
    parse(xml: string): void;
    stop(): void;
  }
}
