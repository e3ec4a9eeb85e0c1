/** The addresses in mails: pages of the console. A token stands after the `#`, which browsers send to nobody. */
export interface MailLinks {
  /** Where people work. */
  start(): string;
  /** Where an invitation is accepted. */
  invitation(token: string): string;
  /** Where a new password is set; without a token, where a link for that is asked for. */
  password(token?: string): string;
}

/** @param publicUrl of this installation, without a final slash */
export function linksBelow(publicUrl: string): MailLinks {
  return {
    start: () => `${publicUrl}/`,
    invitation: (token) => `${publicUrl}/console/invitation#${token}`,
    password: (token) => `${publicUrl}/console/password${token === undefined ? '' : `#${token}`}`,
  };
}
