/** The messages of error codes in both languages (domain §10). */
import type { ErrorCode } from '../contracts/error-codes'

export type ServiceLanguage = 'en' | 'fr'

export const messages: Record<ErrorCode, Record<ServiceLanguage, string>> = {
  4000: { en: 'Some fields are not valid.', fr: 'Certains champs ne sont pas valides.' },
  4001: { en: 'Sign in again.', fr: 'Connectez-vous de nouveau.' },
  4002: { en: 'The request is malformed.', fr: 'La requête est mal formée.' },
  4003: { en: 'You are not allowed to do this.', fr: 'Vous n’avez pas le droit de faire cela.' },
  4004: { en: 'There is no graphics file yet.', fr: 'Il n’y a pas encore de fichier graphique.' },
  4005: {
    en: 'This does not exist, or you are not allowed to see it.',
    fr: 'Cet élément n’existe pas ou ne vous est pas visible.',
  },
  4006: {
    en: 'This method or media type is not accepted here.',
    fr: 'Cette méthode ou ce type de contenu n’est pas accepté ici.',
  },
  4007: { en: 'The request is too large.', fr: 'Ce que vous avez envoyé est trop volumineux.' },
  4008: { en: 'This name is already taken.', fr: 'Ce nom est déjà pris.' },
  4009: { en: 'Someone else has changed this in the meantime.', fr: 'Quelqu’un d’autre a modifié ceci entre-temps.' },
  4010: { en: 'Specify the version you are changing.', fr: 'Indiquez la version que vous modifiez.' },
  4011: { en: 'Too many requests; wait a moment.', fr: 'Trop de requêtes ; attendez un instant.' },
  4012: { en: 'This backend does not offer that.', fr: 'Ce service n’offre pas cette fonction.' },
  4013: { en: 'This request key was used for something else.', fr: 'Cette clé de requête a servi à autre chose.' },
  4100: { en: 'Some of the request failed.', fr: 'Une partie n’a pas pu être faite.' },
  4201: { en: 'It is not empty.', fr: 'Cet élément n’est pas vide.' },
  4202: {
    en: 'The customer is archived and can only be read.',
    fr: 'Le client est archivé et ne peut être que consulté.',
  },
  4203: { en: 'It cannot be moved to another customer.', fr: 'Il ne peut pas passer à un autre client.' },
  4204: { en: 'No designer project is associated.', fr: 'Aucun projet de conception n’est associé.' },
  4205: {
    en: 'Spaces cannot contain themselves or be nested deeper than 8 levels.',
    fr: 'Un espace ne peut se contenir lui-même ni dépasser 8 niveaux.',
  },
  4206: { en: 'The equipment still has mapped points.', fr: 'L’équipement a encore des points associés.' },
  4207: {
    en: 'The equipment and the controller are in different sites.',
    fr: 'L’équipement et l’automate sont sur des sites différents.',
  },
  4301: { en: 'The host ID does not match this model.', fr: 'L’identifiant d’hôte ne convient pas à ce modèle.' },
  4302: { en: 'This host ID is already onboarded.', fr: 'Cet identifiant d’hôte est déjà en service.' },
  4303: { en: 'The controller is offline or did not answer.', fr: 'L’automate est hors ligne ou n’a pas répondu.' },
  4304: { en: 'The controller is not onboarded.', fr: 'L’automate n’est pas mis en service.' },
  4305: { en: 'The licence does not cover this.', fr: 'La licence ne couvre pas cela.' },
  4306: { en: 'The controller is busy.', fr: 'L’automate est occupé.' },
  4307: {
    en: 'The activation code is wrong, expired or locked.',
    fr: 'Le code d’activation est erroné, expiré ou bloqué.',
  },
  4308: { en: 'No more tunnels can be opened.', fr: 'Aucun autre tunnel ne peut être ouvert.' },
  4309: { en: 'The tunnel has expired or was closed.', fr: 'Le tunnel a expiré ou a été fermé.' },
  4310: { en: 'This platform does not support that.', fr: 'Cette plateforme ne le permet pas.' },
  4401: { en: 'A deployment is already in progress.', fr: 'Un déploiement est déjà en cours.' },
  4402: {
    en: 'The package has no file for this architecture.',
    fr: 'Le paquet n’a pas de fichier pour cette architecture.',
  },
  4403: { en: 'This model does not support the package.', fr: 'Ce modèle ne prend pas en charge le paquet.' },
  4404: { en: 'A mandatory package cannot be uninstalled.', fr: 'Un paquet obligatoire ne peut pas être désinstallé.' },
  4405: {
    en: 'Another package is required or depends on this one.',
    fr: 'Un autre paquet est requis ou dépend de celui-ci.',
  },
  4406: { en: 'The package is not installed.', fr: 'Le paquet n’est pas installé.' },
  4407: { en: 'A newer version is installed.', fr: 'Une version plus récente est installée.' },
  4408: { en: 'The same operation is listed twice.', fr: 'La même opération figure deux fois.' },
  4409: { en: 'A version looks like 1.2.3 or 1.2.3.4.', fr: 'Une version s’écrit 1.2.3 ou 1.2.3.4.' },
  4410: { en: 'There is no such place in the tree.', fr: 'Cet emplacement n’existe pas dans l’arborescence.' },
  4501: { en: 'The network settings are not valid.', fr: 'Les paramètres réseau ne sont pas valides.' },
  4502: { en: 'The BACnet settings are not valid.', fr: 'Les paramètres BACnet ne sont pas valides.' },
  4503: { en: 'A send is already in progress.', fr: 'Un envoi est déjà en cours.' },
  4504: { en: 'The graphics are being built.', fr: 'Les graphiques sont en cours de construction.' },
  4505: { en: 'The graphics are not built.', fr: 'Les graphiques ne sont pas construits.' },
  4506: { en: 'The graphics file was rejected.', fr: 'Le fichier graphique a été rejeté.' },
  4508: { en: 'The time settings are not valid.', fr: 'Les paramètres de temps ne sont pas valides.' },
  4509: { en: 'The password does not meet the policy.', fr: 'Le mot de passe ne respecte pas la politique.' },
  4601: { en: 'The point cannot be written.', fr: 'Le point ne peut pas être écrit.' },
  4602: { en: 'The value is not valid for the point.', fr: 'La valeur ne convient pas au point.' },
  4603: { en: 'The duration of the override is not valid.', fr: 'La durée du forçage n’est pas valide.' },
  4604: { en: 'The subscription is unknown or has expired.', fr: 'L’abonnement est inconnu ou a expiré.' },
  4605: { en: 'The point is already mapped, or is not suitable.', fr: 'Le point est déjà associé ou ne convient pas.' },
  4606: { en: 'The controller rejected the value.', fr: 'L’automate a refusé la valeur.' },
  4701: { en: 'The alarm changed since you read it.', fr: 'L’alarme a changé depuis que vous l’avez lue.' },
  4702: { en: 'This alarm cannot be acknowledged.', fr: 'Cette alarme ne peut pas être acquittée.' },
  4703: { en: 'The fault is already resolved.', fr: 'Le défaut est déjà résolu.' },
  4704: {
    en: 'The condition of this fault is still active, so it is not fixed.',
    fr: 'La condition de ce défaut est toujours présente : il n’est pas corrigé.',
  },
  4710: { en: 'The rule has missing points.', fr: 'Il manque des points à la règle.' },
  4711: {
    en: 'The internal variable is unknown or out of range.',
    fr: 'La variable interne est inconnue ou hors limites.',
  },
  4712: { en: 'Request at most 31 days.', fr: 'Demandez au plus 31 jours.' },
  4801: { en: 'The schedule is not valid.', fr: 'L’horaire n’est pas valide.' },
  4802: { en: 'The schedule was changed on the controller.', fr: 'L’horaire a été modifié sur l’automate.' },
  4803: {
    en: 'The target of the schedule cannot be commanded.',
    fr: 'La cible de l’horaire ne peut pas être commandée.',
  },
  4901: { en: 'A domain is not valid or already taken.', fr: 'Un domaine n’est pas valide ou est déjà pris.' },
  4902: {
    en: 'This e-mail address is already in the tenant.',
    fr: 'Cette adresse courriel existe déjà dans l’organisation.',
  },
  4903: { en: 'The tenant still has onboarded controllers.', fr: 'L’organisation a encore des automates en service.' },
  4904: { en: 'The root tenant is protected.', fr: 'L’organisation racine est protégée.' },
  4905: { en: 'The tenant is disabled.', fr: 'L’organisation est désactivée.' },
  4906: { en: 'Specify the customer.', fr: 'Indiquez le client.' },
  4907: {
    en: 'A user has either a tenant role or customer roles.',
    fr: 'Une personne a soit un rôle d’organisation, soit des rôles de client.',
  },
  4908: { en: 'A tenant needs at least one administrator.', fr: 'Une organisation garde au moins un administrateur.' },
  4909: { en: 'Users cannot change their own role.', fr: 'Personne ne modifie son propre rôle.' },
  5000: { en: 'The controller cannot be reached.', fr: 'L’automate est injoignable.' },
  5001: { en: 'The controller did not respond in time.', fr: 'L’automate n’a pas répondu à temps.' },
  5002: { en: 'The message quota is used up.', fr: 'Le quota de messages est épuisé.' },
  5003: { en: 'The service is starting or under maintenance.', fr: 'Le service démarre ou est en maintenance.' },
  5099: { en: 'An unexpected error occurred.', fr: 'Un problème inattendu est survenu.' },
}

/** Returns the first of our languages the caller accepts; English by default. */
export function languageFrom(acceptLanguage: string | undefined): ServiceLanguage {
  for (const part of (acceptLanguage ?? '').toLowerCase().split(',')) {
    const language = part.trim().slice(0, 2)
    if (language === 'en' || language === 'fr') return language
  }
  return 'en'
}
