/** The MQTT broker that gets rooms, cameras and classes. */

import { Type } from 'typebox';
import { entry, text } from './field.ts';

const SECRET = 'Never shown in logs, errors, pages or answers.';

/** A level of a topic or several, without wildcards. */
const LEVELS = '^[A-Za-z0-9_-]{1,64}(/[A-Za-z0-9_-]{1,64}){0,7}$';

const topic = (description: string, usual: string) =>
  text({
    description,
    pattern: LEVELS,
    default: usual,
    'x-expected': 'letters, digits, - and _, with / between levels',
  });

export const MQTT = entry(
  'A broker that gets the people in each room, the state of each camera, and each class. See docs/notifications.md#mqtt. Default: none.',
  {
    url: text({
      description: `Its address: \`mqtts://\` (TLS, port 8883) or \`mqtt://\` (port 1883). ${SECRET}`,
      maxLength: 2048,
      pattern: '^mqtts?://[^\\s/?#@]+/?$',
      examples: ['mqtts://broker.example'],
      'x-secret': true,
      'x-expected': 'an address such as mqtts://broker.example:8883, without user or password',
    }),
    username: Type.Optional(
      text({
        description: `The login. ${SECRET}`,
        maxLength: 1024,
        minLength: 1,
        'x-secret': true,
      }),
    ),
    password: Type.Optional(
      text({
        description: `Its password. \`mqtt://\` sends it unencrypted: only in your own network. ${SECRET}`,
        maxLength: 4096,
        minLength: 1,
        // biome-ignore lint/suspicious/noTemplateCurlyInString: as the file has it
        examples: ['${MQTT_PASSWORD}'],
        'x-secret': true,
      }),
    ),
    prefix: topic('First level of its topics.', 'turnout'),
    discovery: topic(
      'First level of the topics in which Home Assistant looks for devices.',
      'homeassistant',
    ),
  },
);
