/**
 * When the box in place was last heard, so that another may take the place of one that is silent; and what is put aside, by
 * gym, so that it stays bounded.
 */

export const sql = `
ALTER TABLE gym_cursor ADD COLUMN heard_utc_ms bigint NOT NULL DEFAULT 0;
UPDATE gym_cursor SET heard_utc_ms = received_utc_ms;

CREATE INDEX parked_message_by_gym ON parked_message (gym, reason, number);
`;
