/** The colours that a person may choose; without a choice the page follows the system. */

export const THEMES = ['light', 'dark'] as const;
/** Names the choice; set by the script of the page, read by the server. Nothing else is kept in it. */
export const THEME_COOKIE = 'turnout-theme';
