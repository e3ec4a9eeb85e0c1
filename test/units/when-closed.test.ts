import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import { describe, expect, it } from 'vitest';
import { whenClosed } from '../../src/platform/when-closed.ts';

describe('the end of an answer', () => {
  it('is told to all who asked, in their order, through one listener', () => {
    const response = new EventEmitter() as ServerResponse;
    const told: string[] = [];
    for (const name of ['first', 'second', 'third']) whenClosed(response, () => told.push(name));
    expect(response.listenerCount('close')).toBe(1);
    expect(told).toEqual([]);
    response.emit('close');
    expect(told).toEqual(['first', 'second', 'third']);
  });
});
