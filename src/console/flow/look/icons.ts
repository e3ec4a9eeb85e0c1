import {
  Ban,
  Braces,
  CalendarClock,
  CircleDashed,
  Clock,
  Columns3,
  CornerDownRight,
  CreditCard,
  Database,
  DatabaseZap,
  FlagTriangleRight,
  GitBranch,
  Headset,
  Hourglass,
  List,
  type LucideIcon,
  MessageCircle,
  MessageCircleQuestion,
  PencilLine,
  PhoneIncoming,
  Play,
  Plug,
  Repeat,
  Tag,
  Terminal,
  TextQuote,
  UserPlus,
  Workflow,
  Zap,
} from 'lucide-react';

const steps: Record<string, LucideIcon> = {
  message: MessageCircle,
  question: MessageCircleQuestion,
  choice: List,
  condition: GitBranch,
  set: PencilLine,
  tag: Tag,
  operation: Plug,
  payment: CreditCard,
  table_read: Database,
  table_write: DatabaseZap,
  workflow: Workflow,
  transform: Braces,
  delay: Clock,
  wait_for: Hourglass,
  handover: Headset,
  call: CornerDownRight,
  goto: CornerDownRight,
  end: FlagTriangleRight,
  parallel: Columns3,
  for_each: Repeat,
};

const triggers: Record<string, LucideIcon> = {
  command: Terminal,
  text: TextQuote,
  first_contact: UserPlus,
  returning: Repeat,
  any: MessageCircle,
  event: Zap,
  receiver: PhoneIncoming,
  schedule: CalendarClock,
};

/** The picture of a type of step; a type that is not known yet has one of its own. */
export const stepIcon = (type: string): LucideIcon =>
  (Object.hasOwn(steps, type) ? steps[type] : undefined) ?? (type === '' ? Ban : CircleDashed);

export const triggerIcon = (type: string): LucideIcon =>
  (Object.hasOwn(triggers, type) ? triggers[type] : undefined) ?? Play;
