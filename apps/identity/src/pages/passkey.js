// The button of a passkey on the page that asks for the second factor. The form holds what the device must sign.
const form = document.getElementById('passkey');
const fault = document.getElementById('passkey-fault');

function bytesOf(text) {
  return Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0));
}

function textOf(bytes) {
  const text = btoa(String.fromCharCode(...new Uint8Array(bytes)));
  return text.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

async function prove() {
  const { challenge, allowCredentials, ...options } = JSON.parse(form.dataset.options);
  const known = allowCredentials.map((each) => ({ ...each, id: bytesOf(each.id) }));
  const publicKey = { ...options, challenge: bytesOf(challenge), allowCredentials: known };
  const { id, type, rawId, response } = await navigator.credentials.get({ publicKey });
  const { authenticatorData, clientDataJSON, signature, userHandle } = response;
  form.elements.namedItem('passkey').value = JSON.stringify({
    ...{ id, type, rawId: textOf(rawId), clientExtensionResults: {} },
    response: {
      authenticatorData: textOf(authenticatorData),
      clientDataJSON: textOf(clientDataJSON),
      signature: textOf(signature),
      ...(userHandle ? { userHandle: textOf(userHandle) } : {}),
    },
  });
  form.submit();
}

// A browser without passkeys shows only the field for a code.
if (window.PublicKeyCredential) {
  form.hidden = false;
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    fault.hidden = true;
    prove().catch(() => {
      fault.hidden = false;
    });
  });
}
