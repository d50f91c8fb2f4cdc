/** Ask: who reads questions in words that the grammar does not understand. */

import { Type } from 'typebox';

const MODEL = Type.Object(
  {
    url: Type.String({
      description:
        'Base address of an OpenAI-compatible endpoint; `/chat/completions` is added. It may be on this computer (Ollama, llama.cpp, vLLM) or outside. Never shown in logs, errors or answers.',
      minLength: 1,
      maxLength: 2048,
      pattern: '^https?://[^\\s/]',
      examples: ['http://127.0.0.1:11434/v1'],
      'x-secret': true,
      'x-expected': 'an address that starts with http:// or https://',
    }),
    name: Type.String({
      description: 'Name of the model, as the endpoint knows it.',
      minLength: 1,
      maxLength: 200,
      examples: ['qwen2.5:7b-instruct'],
    }),
    api_key: Type.Optional(
      Type.String({
        description:
          'Sent as `Authorization: Bearer …`: put it into the environment or into `secrets.env`. Never shown in logs, errors or answers. Default: none is sent.',
        minLength: 1,
        maxLength: 4096,
        // biome-ignore lint/suspicious/noTemplateCurlyInString: as the file has it
        examples: ['${MODEL_KEY}'],
        'x-secret': true,
      }),
    ),
  },
  {
    additionalProperties: false,
    description:
      'A language model that reads the questions which the grammar does not understand, about gyms of this configuration. It gets the question, the names of trainers, classes and rooms that the caller may see, and the date. It gets no figure: it returns a query, which is checked and answered like any other. `_meta.read_by` of an answer is `model` then. Default: none, and nothing leaves the computer.',
  },
);

export const ASK = Type.Object(
  { model: Type.Optional(MODEL) },
  {
    additionalProperties: false,
    default: {},
    description: 'How questions in words are read.',
  },
);
