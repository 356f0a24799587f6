import { escapeForTerminal } from '../../escape.ts';

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Text for any place of a page. What would turn or hide the text around it becomes visible. */
export function escapeHtml(text: string): string {
  return escapeForTerminal(text).replace(/[&<>"']/g, (character) => entities[character] ?? '');
}
