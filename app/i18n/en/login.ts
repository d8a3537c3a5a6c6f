const login = {
  title: 'Sign in',
  lead: 'The console for the people who run building controllers.',
  how: 'You sign in with your organisation’s account and come back here.',
  signIn: 'Sign in',
  signInAgain: 'Sign in again',
  signInAsAnother: 'Sign in as someone else',
  comeBack: 'You come back to the page you asked for.',
  formKept: 'What you had filled in is kept: it is in the form again once you are signed in.',
  refused: {
    title: 'You need to sign in again',
    text: 'Your session was no longer accepted. What you had not sent yet has changed nothing.',
  },
  refusedAtOnce: {
    title: 'The session was refused as soon as it began',
    text: 'You did sign in, but within a minute a service behind Plantroom refused the session. Sign in once more.',
    todo: 'If this page comes back, give the request reference to whoever runs Plantroom, or sign in as someone else.',
  },
  signedOut: {
    title: 'You are signed out',
    text: 'Your session here has ended.',
    provider:
      'One more step signs you out of the sign-in service as well, so that nobody gets back in from this browser.',
    there: 'Sign out there too',
  },
  problem: {
    providerDown: {
      title: 'The sign-in service does not answer',
      text: 'Nobody can be signed in at the moment. Try again in a few minutes.',
    },
    refused: {
      title: 'The sign-in was not accepted',
      text: 'What the sign-in service answered could not be verified, so nobody was signed in.',
    },
    refusedByServices: {
      title: 'You did sign in, but the services refused you',
      text: 'The sign-in service accepted you. The services behind Plantroom did not accept what it issued, so nothing could be opened. Most often a setting is wrong on one of the two sides.',
    },
    cancelled: {
      title: 'The sign-in was cancelled',
      text: 'You left the sign-in service without signing in.',
    },
    expired: {
      title: 'This sign-in is no longer good',
      text: 'It was started too long ago, in another browser, or it was used already.',
    },
  },
  requestId: 'Request reference: {{id}}',
} as const

export default login
