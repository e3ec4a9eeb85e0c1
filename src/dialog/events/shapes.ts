import { z } from 'zod';
import { dict, literal, text } from '../http/fields.ts';
import { namedBody } from '../http/shapes.ts';

/** The bodies of events. */

export const eventBody = namedBody(
  'Event',
  z.object({
    event_id: text({ min: 1, max: 100 }).describe('Names the event: the same again does nothing.'),
    identity_id: text().describe('`idn_…`, from a profile.'),
    text: text({ min: 1, max: 3000 }).describe('1 to 3000 code points.'),
    data: dict({ default: {} }).describe('Free-form.'),
  }),
  {
    event_id: 'order-1042-paid',
    identity_id: 'idn_01m7w91g09fcvvgf8h15snqc9b',
    text: 'paid',
    data: { order: 1042, city: 'Riga' },
  },
);

export const automationEventBody = namedBody(
  'AutomationEvent',
  z.object({
    event_id: text({ min: 8, max: 100, pattern: '^[A-Za-z0-9_.:-]+$' }).describe(
      'Names the event in its environment: the same again does nothing.',
    ),
    source: text({ pattern: '^custom\\.[A-Za-z0-9_.-]{1,60}$' }).describe('Where it comes from.'),
    environment: literal(['sandbox', 'live'], { default: 'sandbox' }),
    data: dict({ default: {} }).describe('Read in templates as `{{event.<key>}}`.'),
    identity_id: text().nullish().describe('The customer whom it concerns, if any.'),
  }),
  {
    event_id: 'crm-20261120-0001',
    source: 'custom.crm.deal_won',
    environment: 'sandbox',
    data: { deal: 77 },
  },
);
