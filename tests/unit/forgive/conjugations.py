"""Finite forms, infinitives and gerunds of verbs, made by rule: no two of them mean the same."""

from __future__ import annotations

REGULAR = {
    "es": {
        "ar": "ar o as a amos an é aste ó aron aba aban ará ando",
        "er": "er o es e emos en í iste ió ieron ía ían erá iendo",
        "ir": "ir o es e imos en í iste ió ieron ía ían irá iendo",
    },
    "fr": {
        "er": "er e es ons ez ent ais ait erai era",
        "ir": "ir is it issons issez issent issait irai ira",
        "re": "re s ons ez ent ais ait rai ra",
    },
    "it": {
        "are": "are o i a iamo ate ano ai ò arono ava avano erà ando",
        "ere": "ere o i e iamo ete ono ei é erono eva evano erà endo",
        "ire": "ire o i e iamo ite ono ii ì irono iva ivano irà endo",
    },
    "pt": {
        "ar": "ar o as a amos am ei aste ou aram ava avam ará ando",
        "er": "er o es e emos em i este eu eram ia iam erá endo",
        "ir": "ir o es e imos em i iste iu iram ia iam irá indo",
    },
    "de": {"en": "en e st t te test ten tet"},
}
VERBS = {
    "es": """hablar comprar pagar llamar mandar llegar entrar enviar olvidar cuidar nadar ayudar cambiar firmar
        aceptar cobrar ganar gastar trabajar vender comer beber deber perder recibir vivir subir permitir partir""",
    "fr": """manger parler payer acheter envoyer appeler entrer annuler confirmer livrer compter porter jouer tuer
        signer changer utiliser finir choisir réussir remplir grandir vendre rendre perdre attendre répondre""",
    "it": """parlare comprare pagare chiamare mandare arrivare entrare aiutare firmare cambiare accettare costare
        portare provare vendere credere ricevere perdere partire dormire finire capire pulire""",
    "pt": """falar comprar pagar chamar mandar chegar entrar enviar cuidar nadar ajudar mudar assinar aceitar
        ganhar gastar vender comer beber dever perder receber partir permitir decidir abrir""",
    "de": """kaufen zahlen bezahlen bestellen verkaufen sagen machen fragen hören gehören brauchen gebrauchen
        buchen wohnen spielen lernen stellen zeigen prüfen""",
}


def forms(language: str) -> dict[str, list[str]]:
    """Return the forms of each verb."""
    found = {}
    for verb in VERBS[language].split():
        ending = next(each for each in REGULAR[language] if verb.endswith(each))
        stem = verb.removesuffix(ending)
        made = [stem + each for each in REGULAR[language][ending].split()]
        found[verb] = list(dict.fromkeys(made))
    return found
