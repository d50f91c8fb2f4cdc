/** The file and the disk: what is wrong with them, for the operator API. Details are for who sees the whole installation. */

import { redactText } from '../../../runtime/log/redaction.ts';
import { CONFIGURATION_ANSWER, STORAGE_ANSWER } from '../../schemas/operator/place.ts';
import type { Route } from '../route.ts';
import { operatorRoute } from './operator-route.ts';
import { instant, instantOrNull, type OperatorParts, seesAll } from './parts.ts';

const NOTHING = { path: {}, query: {} };

export function installationRoutes(parts: OperatorParts): readonly Route[] {
  return [configurationRoute(parts), storageRoute(parts)];
}

function configurationRoute({ config, status, file }: OperatorParts): Route {
  return operatorRoute({
    method: 'GET',
    path: '/operator/v1/configuration',
    operationId: 'get_configuration',
    summary: 'What is wrong with turnout.yaml, by line and column.',
    description: 'The file as it is now. While it has faults, changes are refused.',
    errors: [],
    parameters: NOTHING,
    response: CONFIGURATION_ANSWER,
    answer: async ({ owner }) => {
      const { origin, loadedAtUtcMs } = status().configuration;
      const faults = await file.faults();
      const shown = seesAll(config(), owner) ? faults : [];
      return {
        status: 200,
        value: {
          revision: await file.revision(),
          origin,
          loaded_at: instant(loadedAtUtcMs),
          fault_count: faults.length,
          faults: shown.map(({ line, column, path, message }) => ({
            line,
            column,
            path,
            message: redactText(message),
          })),
        },
      };
    },
  });
}

function storageRoute({ config, status }: OperatorParts): Route {
  return operatorRoute({
    method: 'GET',
    path: '/operator/v1/storage',
    operationId: 'get_storage',
    summary: 'How the history and its backups are.',
    description: 'Sizes are of the whole installation.',
    errors: [],
    parameters: NOTHING,
    response: STORAGE_ANSWER,
    answer: ({ owner }) => {
      const { storage, backup } = status();
      const isWhole = seesAll(config(), owner);
      return {
        status: 200,
        value: {
          state: storage.state,
          detail: isWhole && storage.detail !== null ? redactText(storage.detail) : null,
          size_bytes: storage.sizeBytes,
          samples_stored: storage.samplesStored,
          last_write_at: instantOrNull(storage.lastWriteUtcMs),
          backup: backup && {
            newest_at: instantOrNull(backup.newestUtcMs),
            overdue: backup.isOverdue,
            failures: backup.failures,
          },
        },
      };
    },
  });
}
