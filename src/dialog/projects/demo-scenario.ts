import type { JsonObject } from '../template/json.ts';

/** How long the demo waits for an operator. Nobody may come, and the visitor must get an answer again. */
export const callMinutes = 30;

const choices = [
  { text: 'A picture', next: 'picture' },
  { text: 'A question', next: 'question' },
  { text: 'A person', next: 'person' },
];

/**
 * The scenario of the demo project's chat: a greeting with buttons, a picture, a question and a handover.
 * @param address of this server, which also serves the picture, so that the demo needs no other server
 */
export const demoScenario = (address: string): JsonObject => ({
  note: 'The scenario of the demo. docs/scenarios.md describes the language.',
  triggers: [
    { type: 'command', command: '/start', start: 'hello' },
    {
      type: 'text',
      match: 'pattern',
      text: '(?i)^\\s*(?:hello|hi|hey)\\b',
      start: 'hello',
      interrupts: true,
    },
    { type: 'any', start: 'hello' },
  ],
  steps: [
    {
      id: 'hello',
      type: 'choice',
      // The chat's own button for an operator does not run the scenario, so the text explains it in advance. The channel has
      // its time limit.
      text: 'Hello{% if state.name %}, {{ state.name }}{% endif %}! This is the demo of Parley. What would you like to see?\n\n"Talk to a person", at the top of the chat, calls you, too: I am silent then until you give the dialog back in the inbox of the console, or for half an hour.',
      options: choices,
      message: 'Please press one of the buttons, or say what stands on it.',
      on_invalid: 'bye',
    },
    {
      id: 'picture',
      type: 'message',
      text: 'A picture, and a button that opens a page.',
      image: `${address}/chat/demo.png`,
      buttons: [{ text: 'Open the API reference', url: `${address}/docs` }],
      keyboard: 'inline',
      next: 'more',
    },
    {
      id: 'question',
      type: 'question',
      text: 'What is your name?',
      field: 'name',
      validate: { type: 'text', max: 60, message: 'Please take at most 60 characters.' },
      on_invalid: 'more',
    },
    {
      id: 'thanks',
      type: 'message',
      text: 'Nice to meet you, {{ state.name }}. Your profile remembers it.',
      next: 'more',
    },
    {
      id: 'person',
      type: 'handover',
      text: 'I have called a person; what you say waits for them. In this demo that is you: answer in the inbox of the console. I am back when you give the dialog back there, or after half an hour.',
      timeout_seconds: callMinutes * 60,
    },
    { id: 'back', type: 'message', text: 'I am back.' },
    {
      id: 'more',
      type: 'choice',
      text: 'What else?',
      columns: 2,
      options: [...choices, { text: 'Nothing, thanks', next: 'bye' }],
      message: 'Please press one of the buttons, or say what stands on it.',
      on_invalid: 'bye',
    },
    { id: 'bye', type: 'message', text: 'Say hello to begin again.' },
  ],
});
