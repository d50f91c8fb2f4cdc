/** Outcomes in the words of the protocol. */

import type { CallToolResult } from '@modelcontextprotocol/server';
import type { ErrorCode, ProblemBody } from '../../../errors.ts';
import type { ToolOutcome } from './tool.ts';

/** What a model can do about an error, where its sentence does not say it already. */
const WHAT_TO_DO: Partial<Record<ErrorCode, string>> = {
  unknown_trainer: 'Call list_trainers for all names, then call again with the id.',
  ambiguous_trainer: 'Ask which one is meant, then call again with the id.',
  forbidden: 'Do not try again with this key: tell the user what the key may see.',
  lookups_exhausted: 'Do not try again: tell the user.',
  rate_limited: 'Wait, then call again once.',
  internal_error: 'Try once more; then tell the user the request id.',
};

/** The body as data and as text, with its pictures; or a sentence that a model can act on. */
export function toolResult(outcome: ToolOutcome): CallToolResult {
  if (!outcome.isOk) return failure(problemText(outcome.problem));
  const { body, pictures } = outcome;
  return {
    structuredContent: body as Record<string, unknown>,
    content: [
      { type: 'text', text: JSON.stringify(body) },
      ...pictures.map(({ png }) => ({
        type: 'image' as const,
        mimeType: 'image/png',
        data: Buffer.from(png.buffer, png.byteOffset, png.byteLength).toString('base64'),
      })),
    ],
  };
}

export function failure(text: string): CallToolResult {
  return { isError: true, content: [{ type: 'text', text }] };
}

/** `unknown_trainer: No trainer is called … Call list_trainers …` */
export function problemText({ code, detail }: ProblemBody): string {
  const advice = WHAT_TO_DO[code];
  return `${code}: ${detail}${advice === undefined ? '' : ` ${advice}`}`;
}
