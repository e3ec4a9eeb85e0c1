export { InvitationPage } from './invitation-page.tsx';
export { PasswordPage } from './password-page.tsx';
