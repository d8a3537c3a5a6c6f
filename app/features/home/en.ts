const home = {
  noAccess: {
    title: 'You have no access yet',
    text: 'You are signed in but have no role. There is nothing you can open.',
    youAre: 'You are signed in as',
    name: 'Name',
    email: 'E-mail',
    signInName: 'Sign-in name',
    tenants: 'You are registered in',
    todo: 'What to do',
    ask: 'Ask an administrator of {{tenants}} to assign you a role. Then open this page again.',
    askUnknown:
      'You are not registered in any tenant. Ask the person who invited you which e-mail address they entered, and sign in with that one.',
    again: 'Open this page again',
  },
}

export default home
