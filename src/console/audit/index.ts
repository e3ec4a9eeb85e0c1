export { nameOfActor } from './actor.ts';
export { AuditPage as default } from './audit-page.tsx';
