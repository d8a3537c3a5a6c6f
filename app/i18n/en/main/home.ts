const home = {
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
