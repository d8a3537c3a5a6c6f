const home = {
  title: 'Choose a tenant',
  intro: 'You may enter each of these. Everything after this choice happens in one tenant.',
  caption: 'Tenants',
  search: 'Name or code',
  empty: 'No tenant matches',
  emptyHint: 'Try another name or code, or clear the filter.',
  column: { tenant: 'Tenant', code: 'Code', domains: 'Domains', people: 'People', state: 'State' },
  state: {
    notOnboarded: 'Not onboarded',
    inProgress: 'Being onboarded',
    onboarded: 'Onboarded',
    failed: 'Onboarding failed',
    offboarding: 'Being offboarded',
    offboarded: 'Offboarded',
    disabled: 'Disabled',
  },
  noAccess: {
    title: 'You have no access yet',
    text: 'You are signed in, but nobody has given you a role. There is nothing you can open.',
    youAre: 'You are signed in as',
    name: 'Name',
    email: 'E-mail',
    signInName: 'Sign-in name',
    tenants: 'You are on record in',
    todo: 'What to do',
    ask: 'Ask an administrator of {{tenants}} to give you a role. Then open this page again.',
    askUnknown:
      'No tenant knows you. Ask the person who invited you which e-mail address they entered, and sign in with that one.',
    again: 'Open this page again',
  },
}

export default home
