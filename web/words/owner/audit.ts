/** What was done, in words, by the kinds of the audit log. */

export const AUDIT_WORDS = {
  key_created: 'made a key',
  key_revoked: 'revoked a key',
  signed_in: 'signed in',
  sign_in_ended: 'ended a sign-in',
  sign_in_refused: 'was refused a sign-in',
  link_made: 'made a link',
  link_withdrawn: 'withdrew a link',
  correction_made: 'corrected a class',
  correction_withdrawn: 'took a correction back',
  true_count_noted: 'noted a true count',
  true_count_withdrawn: 'took a true count back',
  import_made: 'imported classes',
  import_undone: 'took an import back',
  trainer_joined: 'joined trainers',
  trainer_separated: 'separated trainers',
  trainer_seen: 'looked at a trainer',
  config_changed: 'changed the configuration',
  cameras_searched: 'looked for cameras',
  model_installed: 'installed a model',
} as const;
