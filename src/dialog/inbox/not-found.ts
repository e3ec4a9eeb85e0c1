import { Problem } from '../../platform/problem.ts';

/** The answer for a customer with whom nothing was said. */
export function conversationNotFound(): Problem {
  return new Problem(
    404,
    'conversation_not_found',
    'This project has no such conversation. One begins when the customer says something or an operator writes to them, and is there within a second.',
  );
}
