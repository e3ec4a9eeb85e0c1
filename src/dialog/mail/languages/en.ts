import type { MailLanguageTexts } from '../templates.ts';

const roles = {
  owner: 'owner',
  developer: 'developer',
  operator: 'operator',
  analyst: 'analyst',
  billing: 'billing',
};

const notYou = (link: string) => ({
  link: { label: 'Set a new password', href: link },
  closing: [
    'Was it you? Then there is nothing to do.',
    'If it was not, set a new password now. That ends all sessions of your account.',
  ],
});

export const en: MailLanguageTexts = {
  code: 'en',
  letters: {
    invitation: ({ project, role, inviter, link, expiresAt }, { moment }) => ({
      subject: `Invitation to the project ${project}`,
      opening: [`${inviter} invites you to work in the project ${project}.`],
      facts: [['Your role', roles[role]]],
      link: { label: 'Accept the invitation', href: link },
      closing: [
        `The invitation is valid until ${moment(expiresAt)}. The link is for you alone: whoever has it can accept in your place.`,
        'If you did not expect this, do nothing.',
      ],
    }),
    password_reset: ({ link, expiresAt, address }, { moment }) => ({
      subject: 'Link for a new password',
      opening: ['Somebody, probably you, has asked for a new password for your account.'],
      facts: [['Asked from', address]],
      link: { label: 'Set a new password', href: link },
      closing: [
        `The link is valid until ${moment(expiresAt)}, and once. A new password ends all sessions of your account.`,
        'If it was not you, do nothing: your password stays as it is.',
      ],
    }),
    password_changed: ({ at, address, link }, { moment }) => ({
      subject: 'Your password was changed',
      opening: ['The password of your account was changed.'],
      facts: [
        ['When', moment(at)],
        ['From', address],
      ],
      ...notYou(link),
    }),
    customer_waits: ({ project, isMine, at, link }, { moment }) => ({
      subject: isMine
        ? `A customer has written to you: ${project}`
        : `A customer waits for a person: ${project}`,
      opening: [
        isMine
          ? `In the project ${project} a customer has written in a conversation that you see to.`
          : `In the project ${project} a customer waits for a person.`,
      ],
      facts: [['When', moment(at)]],
      link: { label: 'Open Parley', href: link },
      closing: [
        'You get no other mail about this conversation until you have read it. Which mails you get is in your settings of the project.',
      ],
    }),
    new_device: ({ program, system, at, address, link }, { moment }) => ({
      subject: 'Login from a new device',
      opening: ['Somebody has logged in to your account from a device or network that is new.'],
      facts: [
        ['When', moment(at)],
        ['Device', [program ?? 'unknown program', system].filter(Boolean).join(' on ')],
        ['From', address],
      ],
      ...notYou(link),
    }),
  },
  footer: (address) => `Sent by Parley at ${address}. Answers to this mail are not read.`,
  linkIsNoButton: 'If the button does not work, open this address:',
};
