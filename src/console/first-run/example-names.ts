/** The bots to begin with: those that need no account elsewhere to talk to somebody. */
export const exampleNames = ['faq', 'lead-form', 'booking', 'hand-over', 'documents', 'languages'] as const;
export type ExampleName = (typeof exampleNames)[number];
