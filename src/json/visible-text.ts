/** One line that shows whole wherever it is shown: no control characters, and none that reverse text. */
export const visiblePattern = '^[^\\x00-\\x1f\\x7f-\\x9f\\u202a-\\u202e\\u2066-\\u2069]*$';
