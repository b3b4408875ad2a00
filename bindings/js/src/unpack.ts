/** The bytes of base64 text that was compressed by gzip. */
export async function unpack(text: string): Promise<ArrayBuffer> {
    if (typeof DecompressionStream === 'undefined')
        throw new Error('this runtime has no DecompressionStream; load(source) takes the module as a file or as bytes');
    const letters = atob(text);
    const bytes = new Uint8Array(letters.length);
    for (let i = 0; i < bytes.length; i++) bytes[i] = letters.charCodeAt(i);
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
    return new Response(stream).arrayBuffer();
}
