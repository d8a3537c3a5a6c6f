/**
 * The error page of the door: self-contained, in both languages, since no other part of the console has seen the
 * request.
 */
import type { HttpErrorReason, RejectedForm } from './http-error'

type Text = readonly [title: string, explanation: string]

const texts: Record<HttpErrorReason, { en: Text; fr: Text }> = {
  method: {
    en: ['This kind of request is not supported', 'Plantroom serves pages and forms only.'],
    fr: ['Ce type de requête n’est pas traité', 'Plantroom ne répond qu’aux pages et aux formulaires.'],
  },
  target: {
    en: ['This address is not valid', 'The address is malformed. Check the link, or start from the home page.'],
    fr: ['Cette adresse est illisible', 'L’adresse est mal formée. Vérifiez le lien ou repartez de l’accueil.'],
  },
  host: {
    en: ['Plantroom is not at this address', 'This server has a different name. Ask its operator for the address.'],
    fr: [
      'Plantroom n’est pas à cette adresse',
      'Ce serveur répond sous un autre nom. Demandez l’adresse à la personne qui l’exploite.',
    ],
  },
  headers: {
    en: ['This request cannot be read', 'The browser sent a malformed request. Nothing was changed.'],
    fr: ['Cette requête est illisible', 'Le navigateur a envoyé une requête mal formée. Rien n’a été modifié.'],
  },
  crossSite: {
    en: [
      'This form did not come from Plantroom',
      'It was sent from another site, or its origin is unknown. Nothing was changed. Open the page here and send the ' +
        'form again.',
    ],
    fr: [
      'Ce formulaire ne vient pas de Plantroom',
      'Il a été envoyé depuis un autre site ou son origine est inconnue. Rien n’a été modifié. Ouvrez la page ici et renvoyez le formulaire.',
    ],
  },
  mediaType: {
    en: ['This kind of content is not accepted', 'Plantroom accepts form posts only. Nothing was changed.'],
    fr: ['Ce type de contenu n’est pas accepté', 'Plantroom ne lit que des formulaires. Rien n’a été modifié.'],
  },
  bodyTooLarge: {
    en: [
      'This form is too large',
      'A form can hold at most 512 KiB, and less if it consists mostly of quotation marks or angle brackets. Nothing ' +
        'was changed. Go back and send less at a time.',
    ],
    fr: [
      'Ce formulaire est trop volumineux',
      'Un formulaire peut contenir au plus 512 Kio, et moins s’il est fait surtout de guillemets ou de chevrons. Rien n’a été modifié. Revenez en arrière et envoyez-en moins à la fois.',
    ],
  },
  slow: {
    en: [
      'This form arrived too slowly',
      'It was not received within the time allowed. Nothing was changed. Go back and send it again, over a better ' +
        'connection if possible.',
    ],
    fr: [
      'Ce formulaire arrive trop lentement',
      'Il n’est pas arrivé dans le temps prévu. Rien n’a été modifié. Revenez en arrière et renvoyez-le, si possible avec une meilleure connexion.',
    ],
  },
  form: {
    en: ['This form cannot be read', 'It has too many fields or its fields are malformed. Nothing was changed.'],
    fr: ['Ce formulaire est illisible', 'Il contient trop de champs ou des champs mal formés. Rien n’a été modifié.'],
  },
  notFound: {
    en: ['Page not found', 'Check the address, or start from the home page.'],
    fr: ['Il n’y a rien ici', 'Vérifiez l’adresse ou repartez de l’accueil.'],
  },
  busy: {
    en: ['Plantroom is very busy', 'Too many requests are waiting. Nothing was changed. Try again in a few seconds.'],
    fr: [
      'Plantroom est très sollicité',
      'Trop de requêtes sont en attente. Rien n’a été modifié. Réessayez dans quelques secondes.',
    ],
  },
  unavailable: {
    en: ['The sign-in service does not answer', 'Try again in a few seconds.'],
    fr: ['Le service de connexion ne répond pas', 'Réessayez dans quelques secondes.'],
  },
  noDesigner: {
    en: [
      'The designer does not respond correctly',
      'Its files could not be forwarded. The pages of its projects are still listed.',
    ],
    fr: [
      'Le concepteur ne répond pas comme prévu',
      'Ses fichiers n’ont pas pu être transmis. Les pages de ses projets restent listées.',
    ],
  },
  broken: {
    en: ['Something went wrong', 'The request failed. If it changed anything, the audit trail shows it.'],
    fr: [
      'Une erreur est survenue',
      'La requête n’a pas pu être traitée. Si elle a modifié quelque chose, le journal l’indique.',
    ],
  },
}

/** Added for a form that was refused as it came: the browser still has it. */
const resending = {
  en: 'Reload this page then: your browser sends your form again as you filled it in.',
  fr: 'Rechargez alors cette page : votre navigateur renvoie le formulaire tel que vous l’avez rempli.',
}

/** Returns the page in the requested language, with the other one below. */
export function doorErrorPage(options: {
  reason: HttpErrorReason
  status: number
  requestId: string
  nonce: string
  acceptLanguage: string
  isPosted: boolean
  form: RejectedForm | null
}): string {
  const { reason, status, requestId, nonce } = options
  const order = /^\s*fr\b/i.test(options.acceptLanguage) ? (['fr', 'en'] as const) : (['en', 'fr'] as const)
  const [first] = order
  const isSentAgain = reason === 'busy' && options.isPosted
  const parts = order.map((language, position) => {
    const [title, explanation] = texts[reason][language]
    const text = isSentAgain ? `${explanation} ${resending[language]}` : explanation
    return section(language, position, [title, text], status)
  })
  const reference = first === 'fr' ? 'Référence de la requête' : 'Request reference'
  const start = first === 'fr' ? 'Accueil' : 'Home page'
  return `<!doctype html>
<html lang="${first}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${texts[reason][first][0]} · Plantroom</title>
<style nonce="${nonce}">
:root { color-scheme: light dark }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 40rem; margin: 4rem auto; padding: 0 1rem }
h1 { font-size: 1.5rem; line-height: 1.25 }
section + section { margin-top: 2rem; padding-top: 1rem; border-top: 1px solid; opacity: .85 }
section + section h2 { font-size: 1rem }
code { font-size: .875em }
</style>
</head>
<body>
<main>
${parts.join('\n')}
${options.form ? formToResend(options.form, first) : ''}
<p>${reference}: <code>${requestId}</code></p>
<p><a href="/">${start}</a></p>
</main>
</body>
</html>
`
}

function section(language: 'en' | 'fr', position: number, [title, explanation]: Text, status: number): string {
  const level = position === 0 ? 'h1' : 'h2'
  const code = position === 0 ? ` <small>(${status})</small>` : ''
  return `<section lang="${language}"><${level}>${title}${code}</${level}><p>${explanation}</p></section>`
}

/** Returns a form that opens the page of the refused form, filled in; its post changes nothing. */
function formToResend({ action, fields }: RejectedForm, language: 'en' | 'fr'): string {
  const inputs = fields.map(([name, value]) => `<input type="hidden" name="${quoted(name)}" value="${quoted(value)}">`)
  const label = language === 'fr' ? 'Revenir au formulaire rempli' : 'Back to the form you filled in'
  return `<form method="post" action="${quoted(action)}">${inputs.join('')}<button>${label}</button></form>`
}

function quoted(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}
