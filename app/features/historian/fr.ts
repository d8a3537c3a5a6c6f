/** What controllers keep of their points over time. */
const historian = {
  of: 'Historique des valeurs – {{name}}',
  link: 'Valeurs conservées',
  intro:
    'Ce que l’automate conserve de ses points, et donc ce que ses tendances peuvent montrer. Une modification compte à partir de son enregistrement : ce qui était conservé avant le reste jusqu’à son terme.',
  enabled: 'Conserver les valeurs',
  enabledHint: 'Désactivé, rien n’est conservé d’aucun point, quels que soient les choix ci-dessous.',
  retention: 'Conserver l’historique pendant (jours)',
  retentionHint:
    'De 1 à 3 650. Avec moins de jours qu’actuellement, les valeurs plus anciennes sont perdues ; avec plus de jours, rien de ce qui est oublié ne revient.',
  how: 'Valeurs',
  howOf: 'Conservation – {{name}}',
  least: 'Variation minimale',
  leastOf: 'Variation minimale – {{name}}',
  leastOfIn: 'Variation minimale – {{name}} ({{unit}})',
  leastHint:
    'La variation minimale compte lorsque les valeurs sont conservées dès qu’elles changent : les variations plus faibles sont ignorées. Vide, le seuil propre au point s’applique.',
  cut: 'Certains points ne sont pas affichés',
  cutText_one: 'Le premier point est affiché ; les autres restent inchangés.',
  cutText_many: 'Les {{count, number}} premiers points sont affichés ; les autres restent inchangés.',
  cutText_other: 'Les {{count, number}} premiers points sont affichés ; les autres restent inchangés.',
  fixed:
    'Ce service ne sait pas régler ce qui est conservé : cela se règle sur l’automate. Voici ce qu’indique chacun de ses points.',
  ofController: 'Historique des valeurs de l’automate',
  altogether: 'Totaux',
  devices: 'Automates',
  devicesOff: 'Automates qui ne conservent rien',
  points: 'Points conservés',
  samples: 'Valeurs par jour, sans celles conservées dès qu’elles changent',
  for: 'Durée de conservation',
  forBetween: '{{least}} à {{most}}',
  lookedAt: 'Les automates dont personne n’a encore consulté les points sont comptés sans aucun d’eux.',
  byHow: 'Par fréquence',
  noTotals: 'Ce service n’a pas de totaux',
  noTotalsText: 'Ce qu’un automate conserve est affiché avec ses points.',
  noDevices: 'Aucun automate n’est encore en service',
  noDevicesText: 'Un automate conserve des valeurs une fois mis en service.',
}

export default historian
