import { Bot, MessageCircle, Webhook } from 'lucide-react';
import type { Channel } from './standing.ts';

const icons = { telegram: Bot, webchat: MessageCircle, webhook: Webhook } as const;

/** The picture of a type of channel. */
export function TypeIcon({ type }: Pick<Channel, 'type'>) {
  const Icon = icons[type];
  return <Icon size={16} aria-hidden="true" />;
}
