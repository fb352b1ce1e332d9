/*
 * Copyright 2026 the Icepack authors
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     http://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package io.icepack.blob.descriptor;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The rule that credentials never reach a descriptor (Blob v2, External Resolution): a URI that is
 * recorded has no user info and no signed query. The container that Azure URIs name before an
 * {@code @} is no user info.
 */
public final class ExternalUri {
  private static final Set<String> AZURE = Set.of("abfs", "abfss", "wasb", "wasbs");
  private static final List<String> SECRET_WORDS =
      List.of(
          "signature", "credential", "token", "secret", "passw", "accesskey", "accessid", "apikey");
  private static final Set<String> SECRET_NAMES =
      Set.of("sig", "key-pair-id", "api-key", "api_key");
  private static final Pattern ABSOLUTE =
      Pattern.compile("([a-zA-Z][a-zA-Z0-9+.-]*:)?/.*", Pattern.DOTALL);

  private ExternalUri() {}

  /**
   * Returns the URI if it may be recorded.
   *
   * @param field the name of the field that it is written to, for the error
   * @throws IllegalArgumentException naming the field, and the URI without its secrets
   */
  public static String check(String field, String uri) {
    Optional<String> refusal = credentials(uri);
    if (refusal.isPresent()) {
      throw new IllegalArgumentException(
          "Cannot write blob to field " + field + ": " + refusal.get());
    }
    return uri;
  }

  /**
   * Returns why a URI must not stand in a serialised descriptor, the end of a message: it is not
   * absolute, or it has credentials. Empty if it may. A path that begins with a slash counts as
   * absolute, and so does a {@link DataUri}.
   */
  public static Optional<String> refusal(String uri) {
    if (!ABSOLUTE.matcher(uri).matches() && !DataUri.matches(uri)) {
      return Optional.of(
          "uri '%s' is not absolute; use one with a scheme, such as s3://bucket/key"
              .formatted(redact(uri)));
    }
    return credentials(uri);
  }

  /** Returns the URI for a message: without user info, and without its query if that is signed. */
  public static String redact(String uri) {
    String userInfo = userInfo(uri);
    String shown = userInfo.isEmpty() ? uri : uri.replace("//" + userInfo + "@", "//***@");
    return parameters(uri).anyMatch(ExternalUri::isSecret)
        ? shown.substring(0, shown.indexOf('?')) + "?***"
        : shown;
  }

  private static Optional<String> credentials(String uri) {
    String reason = null;
    if (!userInfo(uri).isEmpty()) {
      reason = "it has user info";
    } else if (parameters(uri).anyMatch(ExternalUri::isSecret)) {
      reason = "its query is signed";
    }
    return Optional.ofNullable(reason)
        .map(
            text ->
                "uri '%s' must not be recorded because %s; credentials belong to the configuration"
                    .formatted(redact(uri), text));
  }

  private static String userInfo(String uri) {
    // Hadoop takes two slashes for the beginning of an authority without a scheme, too.
    int slashes = uri.startsWith("//") ? 0 : uri.indexOf("://") + 1;
    if (slashes == 0 && !uri.startsWith("//")) {
      return "";
    }
    int authority = slashes + 2;
    int end = authority;
    while (end < uri.length() && "/?#".indexOf(uri.charAt(end)) < 0) {
      end++;
    }
    int at = uri.lastIndexOf('@', end - 1);
    String userInfo = at < authority ? "" : uri.substring(authority, at);
    String scheme = uri.substring(0, Math.max(0, slashes - 1)).toLowerCase(Locale.ROOT);
    return AZURE.contains(scheme) && userInfo.indexOf(':') < 0 ? "" : userInfo;
  }

  private static Stream<String> parameters(String uri) {
    int query = uri.indexOf("://") < 0 ? -1 : uri.indexOf('?');
    return query < 0
        ? Stream.empty()
        : Stream.of(uri.substring(query + 1).split("[&;]")).filter(text -> text.indexOf('=') > 0);
  }

  private static boolean isSecret(String parameter) {
    String name = decode(parameter.substring(0, parameter.indexOf('='))).toLowerCase(Locale.ROOT);
    return SECRET_NAMES.contains(name) || SECRET_WORDS.stream().anyMatch(name::contains);
  }

  /** What a server makes of the name of a parameter. */
  private static String decode(String name) {
    try {
      return URLDecoder.decode(name, StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      return name;
    }
  }
}
